import type { Random } from './random.ts'

/** What may break in a virtual lamp. */
export const lampFaults = ['lamp', 'battery', 'batteryDuration', 'charger', 'ledOpen', 'communication'] as const
export type LampFault = (typeof lampFaults)[number]

export type LampActivity = 'normal' | 'emergency' | 'functionTest' | 'durationTest' | 'inhibited'
export type LampKind = 'emergency' | 'lighting' | 'sensor'

/** A lamp with a battery. Its charge is worked out when asked for, so that an idle lamp costs no time. */
export type VirtualLamp = {
  readonly addr: number
  readonly serial: string
  readonly kind: LampKind
  readonly function: 'nonMaintained' | 'maintained' | 'switchable'
  readonly parity: 'odd' | 'even'
  readonly groups: number
  readonly ratedMin: number
  readonly product: number
  /** Share of the rated duration that a full battery lasts; below 1 it fails an autonomy test. */
  capacity: number
  levelPercent: number
  activity: LampActivity
  faults: readonly LampFault[]
  blinksUntil: number
  charge: number
  chargedAt: number
}

const noFaults: readonly LampFault[] = []
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

/** The lamps that hang on a unit, the same for the same seed. */
export const lampsOf = (count: number, random: Random): VirtualLamp[] => {
  const taken = new Set<string>()
  return Array.from({ length: count }, (_, index): VirtualLamp => {
    const kind = random.chance(0.88) ? 'emergency' : random.pick(['lighting', 'lighting', 'sensor'] as const)
    return {
      addr: index + 1,
      serial: serialOf(random, taken),
      kind,
      function: random.pick(['nonMaintained', 'nonMaintained', 'maintained', 'switchable'] as const),
      parity: index % 2 === 0 ? 'odd' : 'even',
      groups: 1 << random.whole(0, 15),
      ratedMin: random.pick([60, 60, 60, 180] as const),
      product: random.whole(1, 40),
      capacity: random.chance(0.03) ? 0.5 + random.next() * 0.45 : 1.05 + random.next() * 0.4,
      levelPercent: kind === 'lighting' ? random.pick([0, 30, 100] as const) : 100,
      activity: 'normal',
      faults: noFaults,
      blinksUntil: 0,
      charge: random.chance(0.9) ? 1 : 0.4 + random.next() * 0.6,
      chargedAt: 0,
    }
  })
}

/** Charge gained per real second; negative while the lamp lights from its battery. */
const chargeRate = (lamp: VirtualLamp, speed: number): number => {
  if (lamp.activity !== 'normal' && lamp.activity !== 'inhibited') return -speed / (lamp.ratedMin * 60 * lamp.capacity)
  return lamp.faults.includes('charger') || lamp.faults.includes('battery') ? 0 : speed / fullChargeS
}

export const chargeAt = (lamp: VirtualLamp, now: number, speed: number): number => {
  const elapsedS = lamp.chargedAt === 0 ? 0 : (now - lamp.chargedAt) / 1000
  return Math.min(1, Math.max(0, lamp.charge + elapsedS * chargeRate(lamp, speed)))
}

/** Changes what the lamp does from now on. */
export const setActivity = (lamp: VirtualLamp, activity: LampActivity, now: number, speed: number): void => {
  lamp.charge = chargeAt(lamp, now, speed)
  lamp.chargedAt = now
  lamp.activity = activity
}
