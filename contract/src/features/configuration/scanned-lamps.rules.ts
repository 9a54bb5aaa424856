import type { UnitTypeFacts } from '../central-units/central-unit.ts'
import type { ConfigurationPlan, ListedLamp } from './configuration.rules.ts'
import { checkSerials, type SerialLine } from './serial-list.rules.ts'

/** A lamp that was scanned or typed; with the position that it is to have, where a person gave one. */
export type ScannedLamp = { serial: string; position?: number | undefined }

/**
 * Each scanned lamp with the position that it would get and what is wrong with it. Those without a position follow the last
 * lamp of the unit in the order of the scan; a lamp that is there is never overwritten.
 */
export const judgeScanned = (
  scanned: readonly ScannedLamp[],
  lamps: readonly ListedLamp[],
  facts: Pick<UnitTypeFacts, 'lampSerialDigits' | 'maxLamps'>,
): SerialLine[] => {
  const { lampSerialDigits: digits, maxLamps } = facts
  const occupied = new Set(lamps.map(({ addr }) => addr))
  const wanted = new Set(scanned.flatMap(({ position }) => position ?? []))
  let next = Math.max(0, ...occupied) + 1
  const following = (): number => {
    while (wanted.has(next)) next++
    return next++
  }
  const present = new Set(lamps.map(({ serial }) => serial))
  // A faulty serial takes no position: it will not be sent.
  const judged = checkSerials(
    scanned.map(({ serial, position }, at) => ({
      line: at + 1,
      text: serial,
      serial,
      position: position === undefined ? null : String(position),
    })),
    { digits, maxLamps, present, mode: 'overwrite' },
  )
  return judged.map((line) => {
    if (line.fault !== null) return line
    if (line.position !== null && occupied.has(line.position)) return { ...line, fault: 'positionTaken' as const }
    const position = line.position ?? following()
    return position > maxLamps ? { ...line, fault: 'noRoom' as const } : { ...line, position }
  })
}

/** What adding the scanned lamps would change in the unit, or why it cannot be. */
export const planScanned = (
  scanned: readonly ScannedLamp[],
  lamps: readonly ListedLamp[],
  facts: Pick<UnitTypeFacts, 'lampSerialDigits' | 'maxLamps'>,
): ConfigurationPlan => {
  const judged = judgeScanned(scanned, lamps, facts)
  const lines = judged.flatMap(({ line, serial, fault }) => (fault === null ? [] : [{ line, serial, fault }]))
  if (lines.length > 0) return { can: false, because: 'SERIAL_LIST_INVALID', lines }
  return {
    can: true,
    changes: judged.map(({ serial, position }) => ({ addr: position ?? 0, before: null, after: serial })),
  }
}
