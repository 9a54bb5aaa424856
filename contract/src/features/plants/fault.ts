/** What a fault concerns; words are `faults:part.<part>`. */
export const faultParts = [
  'battery',
  'charger',
  'mains',
  'fuse',
  'wiring',
  'line',
  'bus',
  'serialPort',
  'module',
  'modem',
  'lightSource',
  'driver',
  'configuration',
  'operation',
  'clock',
  'firmware',
  'service',
  'unknown',
] as const
export type FaultPart = (typeof faultParts)[number]

/**
 * How soon a person must come. `now`: there is no safety light at the next mains failure, or it is not known whether there
 * is. `soon`: there is light, but for too short a time or from a part that is failing. `planned`: the next visit will do.
 */
export const faultUrgencies = ['now', 'soon', 'planned'] as const
export type FaultUrgency = (typeof faultUrgencies)[number]

/** What is known of a fault whoever has it. Label, likely cause and remedy are words of the client, by the same code. */
export type Fault<Code extends string> = {
  code: Code
  of: 'unit' | 'lamp'
  severity: 'error' | 'warning'
  part: FaultPart
  urgency: FaultUrgency
}

/** One line for each code of a table: the code is said once, as the key. */
export const buildFaultCatalogue = <Code extends string>(
  of: 'unit' | 'lamp',
  severity: 'error' | 'warning',
  table: Record<Code, { part: FaultPart; urgency: FaultUrgency }>,
): Record<Code, Fault<Code>> =>
  Object.fromEntries(
    (Object.entries(table) as [Code, { part: FaultPart; urgency: FaultUrgency }][]).map(([code, line]) => [
      code,
      { code, of, severity, ...line },
    ]),
  ) as Record<Code, Fault<Code>>

/** The fault behind a code; one that a newer server knows and we do not is as urgent as can be, with its part unknown. */
export const findFault = <Code extends string>(
  catalogue: Record<Code, Fault<Code>>,
  code: Code,
  { of, severity }: Pick<Fault<Code>, 'of' | 'severity'>,
): Fault<Code> =>
  Object.hasOwn(catalogue, code) ? catalogue[code] : { code, of, severity, part: 'unknown', urgency: 'now' }

const rankOf = ({ severity, urgency }: Fault<string>): number =>
  (severity === 'error' ? 0 : faultUrgencies.length) + faultUrgencies.indexOf(urgency)

/** Faults in the order in which a person should see to them: errors before warnings, then by urgency; else as they came. */
export const sortWorstFirst = <Code extends string>(faults: readonly Fault<Code>[]): Fault<Code>[] =>
  faults.toSorted((a, b) => rankOf(a) - rankOf(b))
