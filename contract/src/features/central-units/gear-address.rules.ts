/** Maximum lines of a unit. */
export const maxBusLines = 4
/** Short addresses of a line: 0 to 63 (IEC 62386-102). */
export const gearsPerLine = 64

/** Gear at an address of a unit, which counts line by line from 1. */
export const gearAt = (addr: number): { line: number; shortAddress: number } => ({
  line: Math.floor((addr - 1) / gearsPerLine) + 1,
  shortAddress: (addr - 1) % gearsPerLine,
})

/** Label of gear, as "2·19": line and short address. */
export const gearLabel = (line: number, gear: number): string => `${line}·${String(gear).padStart(2, '0')}`

/** Address in the unit of the gear with this short address. */
export const addrOfGear = (line: number, gear: number): number => (line - 1) * gearsPerLine + gear + 1
