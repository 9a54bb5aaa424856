import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { type LightLevel, plannedLevel } from './fade.ts'
import type { Random } from './random.ts'

export type LampActivity = 'normal' | 'emergency' | 'functionTest' | 'durationTest' | 'inhibited'
export type LampKind = 'emergency' | 'lighting' | 'sensor'
export type InputMode = NonNullable<LampParams['inputMode']>
export type UvTube = { isOn: boolean; timerMin: number; fanSpeed: number }

/**
 * Lamp with a battery. Its charge is computed on demand: an idle lamp costs no time. Plain data, which a unit saves
 * unchanged.
 */
export type VirtualLamp = {
  /** Address in the unit's list; 0 while not listed. */
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
  /** Runs until its battery is empty. */
  infinity: boolean
  /** Seconds of a functional test. */
  durataTestS: number
  /** Function of its input; sensors saved before this field existed detect presence. */
  inputMode?: InputMode
  /** Null for a lamp without a UV tube. */
  uv: UvTube | null
  /** When its battery was new; its hours and its energy count from then. */
  newAt: number
  /** Capacity as a share of the rated duration; below 1 it fails an autonomy test. */
  capacity: number
  /** Own level: on battery, and on mains until another level is set. */
  levelPercent: number
  /** Set level; absent without one. */
  light?: LightLevel | undefined
  /** Level at the start of its inhibition. */
  standsAt?: number | undefined
  activity: LampActivity
  /** Switched off by command in an emergency. */
  isResting?: boolean
  /** Intervals of its own tests; 0 for none. */
  ownTests?: { functionalDays: number; autonomyWeeks: number }
  faults: readonly ReportedLampError[]
  blinksUntil: number
  charge: number
  chargedAt: number
}

const noFaults: readonly ReportedLampError[] = []
const fullChargeS = 24 * 3600

/** CRC-8 with polynomial 0x07, the last byte of a serial of 8 digits. */
export const crc8 = (bytes: readonly number[]): number =>
  bytes.reduce((crc, byte) => {
    let shifted = crc ^ byte
    for (let bit = 0; bit < 8; bit++)
      shifted = (shifted & 0x80) !== 0 ? ((shifted << 1) ^ 0x07) & 0xff : (shifted << 1) & 0xff
    return shifted
  }, 0)

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0')

const serialOf = (random: Random, usedSerials: Set<string>, hasChecksum: boolean): string => {
  for (;;) {
    const bytes = [random.whole(0, 255), random.whole(0, 255), random.whole(0, 255)]
    const id = bytes.map(hex).join('')
    if (usedSerials.has(id)) continue
    usedSerials.add(id)
    return random.chance(0.75) || hasChecksum ? id + hex(crc8(bytes)) : id
  }
}

/** Lamps of the demo were installed in 2024 or later. */
const earliestInstallAt = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

const newLamp = (index: number, random: Random, usedSerials: Set<string>, hasChecksum: boolean): VirtualLamp => {
  const kind = random.chance(0.88) ? 'emergency' : random.pick(['lighting', 'lighting', 'sensor'] as const)
  return {
    addr: 0,
    serial: serialOf(random, usedSerials, hasChecksum),
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

type NewLamps = {
  /** The last ones have a UV tube. */
  uvLamps?: number | undefined
  /** Lengths of serials; by default with and without a checksum. */
  serialDigits?: readonly number[]
}

const needsChecksum = (serialDigits: readonly number[] = [6]): boolean => !serialDigits.includes(6)

/** Lamps of a unit, the same for the same seed. */
export const lampsOf = (count: number, random: Random, { uvLamps = 0, serialDigits }: NewLamps = {}): VirtualLamp[] => {
  const usedSerials = new Set<string>()
  const hasChecksum = needsChecksum(serialDigits)
  const lamps = Array.from({ length: count }, (_, index) => newLamp(index, random, usedSerials, hasChecksum))
  for (const lamp of lamps.slice(count - uvLamps))
    Object.assign(lamp, { kind: 'lighting', levelPercent: 100, uv: { isOn: false, timerMin: 30, fanSpeed: 2 } })
  return lamps
}

/** Creates further lamps with unused serials. */
export const createLamps = (
  count: number,
  random: Random,
  { present, serialDigits }: { present: Iterable<VirtualLamp>; serialDigits: readonly number[] },
): VirtualLamp[] => {
  const hasChecksum = needsChecksum(serialDigits)
  const usedSerials = new Set([...present].map(({ serial }) => serial.slice(0, 6)))
  const first = usedSerials.size
  return Array.from({ length: count }, (_, index) => newLamp(first + index, random, usedSerials, hasChecksum))
}

/** Silent lamp, only written into the list: its existence is unknown. */
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

/** Charge gained per real second; negative while the lamp runs on battery. */
const chargeRate = (lamp: VirtualLamp, speed: number): number => {
  if (lamp.isResting) return 0
  if (lamp.activity !== 'normal' && lamp.activity !== 'inhibited') return -speed / (lamp.ratedMin * 60 * lamp.capacity)
  const isStuck = lamp.faults.some((fault) => fault === 'charger' || fault.startsWith('battery_'))
  return isStuck ? 0 : speed / fullChargeS
}

export const chargeAt = (lamp: VirtualLamp, now: number, speed: number): number => {
  const elapsedS = lamp.chargedAt === 0 ? 0 : (now - lamp.chargedAt) / 1000
  return Math.min(1, Math.max(0, lamp.charge + elapsedS * chargeRate(lamp, speed)))
}

/** Changes the activity of the lamp from now on. */
export const setActivity = (lamp: VirtualLamp, activity: LampActivity, now: number, speed: number): void => {
  lamp.charge = chargeAt(lamp, now, speed)
  if (activity !== 'inhibited') lamp.standsAt = undefined
  else lamp.standsAt ??= plannedLevel(lamp, now)
  lamp.chargedAt = now
  lamp.activity = activity
  if (lamp.isResting) lamp.isResting = false
}

/** Saves the present charge of the batteries before the speed changes. */
export const updateCharges = (lamps: Iterable<VirtualLamp>, now: number, speed: number): void => {
  for (const lamp of lamps) {
    const isResting = lamp.isResting ?? false
    if (lamp.chargedAt !== 0) setActivity(lamp, lamp.activity, now, speed)
    if (isResting) lamp.isResting = true
  }
}

/** Installs a new, full battery; faults of the old one must be cleared separately. */
export const replaceBattery = (lamp: VirtualLamp, now: number): void => {
  Object.assign(lamp, { capacity: 1.3, charge: 1, chargedAt: now, newAt: now })
}
