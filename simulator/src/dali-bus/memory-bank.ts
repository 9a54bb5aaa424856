/** Identity of a gear in its bank 0. */
export type GearIdentity = {
  /** Up to 14 decimal digits. */
  gtin: string
  /** Identification number, 8 bytes as a number; 4 in edition 1. */
  id: bigint
  firmware: readonly [number, number]
  hardware: readonly [number, number]
}

const bytesOf = (value: bigint, count: number): number[] =>
  Array.from({ length: count }, (_, at) => Number((value >> BigInt(8 * (count - 1 - at))) & 0xffn))

/** Bank 0 as the edition of the gear lays it out, from address 0. */
export const bankZeroOf = ({ gtin, id, firmware, hardware }: GearIdentity, edition: 1 | 2): number[] => {
  const head = bytesOf(BigInt(gtin), 6)
  if (edition === 1) return [0x0e, 0xff, 0, ...head, ...firmware, ...bytesOf(id, 4)]
  return [0x1a, 0xff, 0, ...head, ...firmware, ...bytesOf(id, 8), ...hardware, 0x08, 0x08, 0xff, 0, 0, 1, 0]
}

/** Energy in Wh and power in W, as bank 202 of part 252 shows them in tenths, from address 0. */
export const energyBankOf = (energyWh: number, powerW: number): number[] => {
  const tenths = 0xff
  const scaled = (value: number, count: number) => bytesOf(BigInt(Math.round(value * 10)), count)
  return [0x0f, 0xff, 0xff, 1, tenths, ...scaled(energyWh, 6), tenths, ...scaled(powerW, 4)]
}

/** Counters of gear with part 253. */
export type MaintenanceCounters = {
  gearS: number
  gearStarts: number
  gearFailures: number
  lampS: number
  lampStarts: number
  lampFailures: number
  /** Thousands of hours. */
  ratedLife: number
}

const absent = 0xff

/**
 * Diagnostics of gear and light source, and maintenance of the luminaire (part 253), from address 0; null for another
 * bank.
 */
export const maintenanceBankOf = (bank: number, counters: MaintenanceCounters): number[] | null => {
  const whole = (value: number, count: number) => bytesOf(BigInt(Math.floor(value)), count)
  const { gearS, gearStarts, gearFailures, lampS, lampStarts, lampFailures, ratedLife } = counters
  if (bank === 205) {
    const supply = [absent, absent, absent, absent, 0]
    const others = new Array<number>(0x1c - 0x10).fill(absent)
    return [0x1c, 0xff, 0xff, 1, ...whole(gearS, 4), ...whole(gearStarts, 3), ...supply, gearFailures, ...others]
  }
  if (bank === 206) {
    const [starts, light] = [whole(lampStarts, 3), whole(lampS, 4)]
    const electric = [absent, absent, absent, absent, 0]
    const others = new Array<number>(0x20 - 0x17).fill(absent)
    return [0x20, 0xff, 0xff, 1, ...starts, ...starts, ...light, ...light, ...electric, lampFailures, ...others]
  }
  return bank === 207 ? [0x07, 0xff, 0xff, 1, ratedLife, absent, absent, absent] : null
}
