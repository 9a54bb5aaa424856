import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { findSerialInCode } from '@vigilux/contract/features/configuration/qr-code.rules.ts'

export const enrolSteps = ['type', 'keys', 'lamps', 'name'] as const
/** A step of the wizard, or the end. */
export type EnrolStep = (typeof enrolSteps)[number] | 'done'

/** The current step: for an enrolled unit the keys are done, no matter who pressed them, unless it reports as new. */
export function stepOf(
  unit: Pick<CentralUnit, 'connection' | 'unknown_life_since'> | undefined,
  requestedStep: string | undefined,
): EnrolStep {
  if (!unit || requestedStep === 'type') return 'type'
  if (unit.connection === 'notAcquired' || unit.unknown_life_since) return 'keys'
  return requestedStep === 'name' || requestedStep === 'done' ? requestedStep : 'lamps'
}

/** The serial in its stored format, or why it does not fit the type. */
export function checkSerial(
  typedSerial: string,
  digits: number,
): { serial: string } | { wrong: 'letters' | 'digits'; given: number } {
  const serial = typedSerial.trim().toUpperCase()
  if (!/^[0-9A-F]*$/.test(serial)) return { wrong: 'letters', given: serial.length }
  return serial.length === digits ? { serial } : { wrong: 'digits', given: serial.length }
}

/** Announced remaining seconds. */
const announcedSeconds = [60, 30, 10]

/** The announcement passed between two values of the remaining seconds, if any. */
export function passedMark(previous: number | undefined, now: number): number | undefined {
  return announcedSeconds.findLast((mark) => now <= mark && (previous === undefined || previous > mark))
}

type TypeOfSerial = { cu_type: string; serialDigits: number }

/** The type of a complete serial if only one has serials of this length; undefined while it is not certain. */
export function typeOfSerial(typedSerial: string, types: readonly TypeOfSerial[]): string | undefined {
  const serial = typedSerial.trim()
  if (!/^[0-9A-Fa-f]+$/.test(serial)) return undefined
  const [only, ...others] = types.filter(({ serialDigits }) => serialDigits === serial.length)
  return others.length === 0 ? only?.cu_type : undefined
}

/** Unit in our own codes: with its type, or as the parameter of an address. */
const namedUnit = /(?:^|[/=#?])([a-z]+)_([0-9A-F]{5,6})$/i
const unitParameter = /[?&]unit=([0-9A-F]{5,6})$/i

/**
 * Serial and type in the code on a unit's label: the serial alone or labeled, with its type as in `logica_0A1B2C`, or
 * either in an address of ours. Undefined for a code of something else.
 */
export function readUnitCode(
  content: string,
  types: readonly TypeOfSerial[],
): { serial: string; type: string | undefined } | undefined {
  const text = content.trim()
  const [, typeName, namedSerial] = namedUnit.exec(text) ?? []
  const lengths = types.map(({ serialDigits }) => serialDigits)
  const serial = namedSerial ?? unitParameter.exec(text)?.[1] ?? findSerialInCode(text, lengths)
  const known = types.filter(({ serialDigits }) => serialDigits === serial?.length)
  if (serial === undefined || known.length === 0) return undefined
  const named = known.find(({ cu_type }) => cu_type === typeName?.toLowerCase())
  return { serial: serial.toUpperCase(), type: named?.cu_type ?? typeOfSerial(serial, types) }
}
