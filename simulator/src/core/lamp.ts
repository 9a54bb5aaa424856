import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { type LightLevel, plannedLevel } from './fade.ts'
import type { Random } from './random.ts'

export type LampActivity = 'normal' | 'emergency' | 'functionTest' | 'durationTest' | 'inhibited'
export type LampKind = 'emergency' | 'lighting' | 'sensor'
export type InputMode = NonNullable<LampParams['inputMode']>
export type UvTube = { isOn: boolean; timerMin: number; fanSpeed: number }

/**
 * A lamp with a battery. Its charge is worked out when asked for, so that an idle lamp costs no time. Plain data: a
 * unit keeps it in its memory as it is.
 */
export type VirtualLamp = {
  /** Place in the unit's list; 0 while it is in none. */
  addr: number
  serial: string
  kind: LampKind
  function: 'nonMaintained' | 'maintained' | 'switchable'
  parity: 'odd' | 'even'
  /** Bit n-1 is group n. */
  groups: number
  ratedMin: number
  product: number
  name: string | null
  /** Lights until its battery is empty. */
  infinity: boolean
  /** Seconds of a functional test. */
  durataTestS: number
  /** What its input does; sensors that were kept before they knew others look for people. */
  inputMode?: InputMode
  /** Null for a lamp without a UV tube. */
  uv: UvTube | null
  /** When its battery was new; its hours and its energy count from there. */
  newAt: number
  /** Share of the rated duration that a full battery lasts; below 1 it fails an autonomy test. */
  capacity: number
  /** How bright it is made to be: from its battery, and on mains until somebody brings it to a level. */
  levelPercent: number
  /** The level that it is brought to; left out where nobody has. */
  light?: LightLevel | undefined
  /** Where it stood when it was inhibited. */
  standsAt?: number | undefined
  activity: LampActivity
  faults: readonly ReportedLampError[]
  blinksUntil: number
  charge: number
  chargedAt: number
}

const noFaults: readonly ReportedLampError[] = []
const fullChargeS = 24 * 3600

/** CRC-8 with polynomial 0x07, as the last byte of a serial of 8 digits. */
export const crc8 = (bytes: readonly number[]): number =>
  bytes.reduce((crc, byte) => {
    let sum = crc ^ byte
    for (let bit = 0; bit < 8; bit++) sum = (sum & 0x80) !== 0 ? ((sum << 1) ^ 0x07) & 0xff : (sum << 1) & 0xff
    return sum
  }, 0)

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0')

const serialOf = (random: Random, taken: Set<string>): string => {
  for (;;) {
    const bytes = [random.whole(0, 255), random.whole(0, 255), random.whole(0, 255)]
    const id = bytes.map(hex).join('')
    if (taken.has(id)) continue
    taken.add(id)
    return random.chance(0.75) ? id + hex(crc8(bytes)) : id
  }
}

/** Every lamp of the demo has been burning since some day of 2024. */
const earliestInstallAt = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

const newLamp = (index: number, random: Random, taken: Set<string>): VirtualLamp => {
  const kind = random.chance(0.88) ? 'emergency' : random.pick(['lighting', 'lighting', 'sensor'] as const)
  return {
    addr: 0,
    serial: serialOf(random, taken),
    kind,
    function: random.pick(['nonMaintained', 'nonMaintained', 'maintained', 'switchable'] as const),
    parity: index % 2 === 0 ? 'odd' : 'even',
    groups: 1 << random.whole(0, 15),
    ratedMin: random.pick([60, 60, 60, 180] as const),
    product: random.whole(1, 40),
    name: null,
    infinity: false,
    durataTestS: 30,
    uv: null,
    newAt: earliestInstallAt + ((index * 37) % 400) * dayMs,
    capacity: random.chance(0.03) ? 0.5 + random.next() * 0.45 : 1.05 + random.next() * 0.4,
    levelPercent: kind === 'lighting' ? random.pick([0, 30, 100] as const) : 100,
    activity: 'normal',
    faults: noFaults,
    blinksUntil: 0,
    charge: random.chance(0.9) ? 1 : 0.4 + random.next() * 0.6,
    chargedAt: 0,
  }
}

/** The lamps that hang on a unit, the same for the same seed; the last `uvLamps` of them have a UV tube. */
export const lampsOf = (count: number, random: Random, uvLamps = 0): VirtualLamp[] => {
  const taken = new Set<string>()
  const lamps = Array.from({ length: count }, (_, index) => newLamp(index, random, taken))
  for (const lamp of lamps.slice(count - uvLamps))
    Object.assign(lamp, { kind: 'lighting', levelPercent: 100, uv: { isOn: false, timerMin: 30, fanSpeed: 2 } })
  return lamps
}

/** So many more lamps, none of which has a serial that is taken. */
export const createLamps = (count: number, random: Random, present: Iterable<VirtualLamp>): VirtualLamp[] => {
  const taken = new Set([...present].map(({ serial }) => serial.slice(0, 6)))
  const first = taken.size
  return Array.from({ length: count }, (_, index) => newLamp(first + index, random, taken))
}

/** A lamp that was only written into the list: whether it exists nobody knows, for it does not answer. */
export const createSilentLamp = (serial: string): VirtualLamp => ({
  addr: 0,
  serial,
  kind: 'emergency',
  function: 'nonMaintained',
  parity: 'odd',
  groups: 0,
  ratedMin: 60,
  product: 1,
  name: null,
  infinity: false,
  durataTestS: 30,
  uv: null,
  newAt: Date.now(),
  capacity: 1.2,
  levelPercent: 100,
  activity: 'normal',
  faults: ['communication'],
  blinksUntil: 0,
  charge: 1,
  chargedAt: 0,
})

/** Charge gained per real second; negative while the lamp lights from its battery. */
const chargeRate = (lamp: VirtualLamp, speed: number): number => {
  if (lamp.activity !== 'normal' && lamp.activity !== 'inhibited') return -speed / (lamp.ratedMin * 60 * lamp.capacity)
  const isStuck = lamp.faults.some((fault) => fault === 'charger' || fault.startsWith('battery_'))
  return isStuck ? 0 : speed / fullChargeS
}

export const chargeAt = (lamp: VirtualLamp, now: number, speed: number): number => {
  const elapsedS = lamp.chargedAt === 0 ? 0 : (now - lamp.chargedAt) / 1000
  return Math.min(1, Math.max(0, lamp.charge + elapsedS * chargeRate(lamp, speed)))
}

/** Changes what the lamp does from now on. */
export const setActivity = (lamp: VirtualLamp, activity: LampActivity, now: number, speed: number): void => {
  lamp.charge = chargeAt(lamp, now, speed)
  if (activity !== 'inhibited') lamp.standsAt = undefined
  else lamp.standsAt ??= plannedLevel(lamp, now)
  lamp.chargedAt = now
  lamp.activity = activity
}

/** Keeps what the batteries have at this moment, before they go on at another speed. */
export const updateCharges = (lamps: Iterable<VirtualLamp>, now: number, speed: number): void => {
  for (const lamp of lamps) if (lamp.chargedAt !== 0) setActivity(lamp, lamp.activity, now, speed)
}

/** A new battery, full; what the old one was at fault for stays to be cleared. */
export const replaceBattery = (lamp: VirtualLamp, now: number): void => {
  Object.assign(lamp, { capacity: 1.3, charge: 1, chargedAt: now, newAt: now })
}
