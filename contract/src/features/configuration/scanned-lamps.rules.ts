import type { UnitTypeFacts } from '../central-units/central-unit.ts'
import type { ConfigurationPlan, ListedLamp } from './configuration.rules.ts'
import { checkSerials, type SerialLine } from './serial-list.rules.ts'

/** Scanned or typed lamp, with a position if a person gave one. */
export type ScannedLamp = { serial: string; position?: number | undefined }

/**
 * Each scanned lamp with its future position and its error, if any. Lamps without a position follow the last lamp of
 * the unit in scan order; existing lamps are never overwritten.
 */
export const judgeScanned = (
  scannedLamps: readonly ScannedLamp[],
  lamps: readonly ListedLamp[],
  facts: Pick<UnitTypeFacts, 'lampSerialDigits' | 'maxLamps'>,
): SerialLine[] => {
  const { lampSerialDigits: digits, maxLamps } = facts
  const occupiedAddrs = new Set(lamps.map(({ addr }) => addr))
  const requestedPositions = new Set(scannedLamps.flatMap(({ position }) => position ?? []))
  let next = Math.max(0, ...occupiedAddrs) + 1
  const nextFreePosition = (): number => {
    while (requestedPositions.has(next)) next++
    return next++
  }
  const present = new Set(lamps.map(({ serial }) => serial))
  // An invalid serial is not sent, so it takes no position.
  const checkedLines = checkSerials(
    scannedLamps.map(({ serial, position }, at) => ({
      line: at + 1,
      text: serial,
      serial,
      position: position === undefined ? null : String(position),
    })),
    { digits, maxLamps, present, mode: 'overwrite' },
  )
  return checkedLines.map((line) => {
    if (line.fault !== null) return line
    if (line.position !== null && occupiedAddrs.has(line.position)) return { ...line, fault: 'positionTaken' as const }
    const position = line.position ?? nextFreePosition()
    return position > maxLamps ? { ...line, fault: 'noRoom' as const } : { ...line, position }
  })
}

/** Changes in the unit from adding the scanned lamps, or the refusal. */
export const planScanned = (
  scannedLamps: readonly ScannedLamp[],
  lamps: readonly ListedLamp[],
  facts: Pick<UnitTypeFacts, 'lampSerialDigits' | 'maxLamps'>,
): ConfigurationPlan<'SERIAL_LIST_INVALID'> => {
  const scannedLines = judgeScanned(scannedLamps, lamps, facts)
  const lines = scannedLines.flatMap(({ line, serial, fault }) => (fault === null ? [] : [{ line, serial, fault }]))
  if (lines.length > 0) return { can: false, reason: 'SERIAL_LIST_INVALID', lines }
  return {
    can: true,
    changes: scannedLines.map(({ serial, position }) => ({ addr: position ?? 0, before: null, after: serial })),
  }
}
