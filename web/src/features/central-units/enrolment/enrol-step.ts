import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'

export const enrolSteps = ['type', 'keys', 'lamps', 'name'] as const
/** A step of the wizard, or that all of them are done. */
export type EnrolStep = (typeof enrolSteps)[number] | 'done'

/** Where the wizard stands: an acquired unit is past the keys, whoever pressed them and wherever, unless it reports as new. */
export function stepOf(
  unit: Pick<CentralUnit, 'connection' | 'stranger_since'> | undefined,
  asked: string | undefined,
): EnrolStep {
  if (!unit || asked === 'type') return 'type'
  if (unit.connection === 'notAcquired' || unit.stranger_since) return 'keys'
  return asked === 'name' || asked === 'done' ? asked : 'lamps'
}

/** The serial as it is stored, or why it does not fit the type. */
export function checkSerial(
  typed: string,
  digits: number,
): { serial: string } | { wrong: 'letters' | 'digits'; given: number } {
  const serial = typed.trim().toUpperCase()
  if (!/^[0-9A-F]*$/.test(serial)) return { wrong: 'letters', given: serial.length }
  return serial.length === digits ? { serial } : { wrong: 'digits', given: serial.length }
}

/** Seconds at which the time left is said aloud. */
const spokenAt = [60, 30, 10]

/** The mark that was passed on the way from one number of seconds left to the next, if any. */
export function passedMark(before: number | undefined, now: number): number | undefined {
  return spokenAt.findLast((mark) => now <= mark && (before === undefined || before > mark))
}
