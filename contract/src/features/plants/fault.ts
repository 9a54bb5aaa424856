/** Part with the fault; words are `faults:part.<part>`. */
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
 * How soon a person must come. `now`: no safety light at the next mains failure, or unknown. `soon`: light, but for too
 * short a time or from a failing part. `planned`: at the next visit.
 */
export const faultUrgencies = ['now', 'soon', 'planned'] as const
export type FaultUrgency = (typeof faultUrgencies)[number]

/** Properties of a fault for all devices. Label, cause and remedy are texts of the client, by the same code. */
export type Fault<Code extends string> = {
  code: Code
  of: 'unit' | 'lamp'
  severity: 'error' | 'warning'
  part: FaultPart
  urgency: FaultUrgency
}

/** Builds a catalogue with one row per code; the code appears only as the key. */
export const buildFaultCatalogue = <Code extends string>(
  source: 'unit' | 'lamp',
  severity: 'error' | 'warning',
  table: Record<Code, { part: FaultPart; urgency: FaultUrgency }>,
): Record<Code, Fault<Code>> =>
  Object.fromEntries(
    (Object.entries(table) as [Code, { part: FaultPart; urgency: FaultUrgency }][]).map(([code, line]) => [
      code,
      { code, of: source, severity, ...line },
    ]),
  ) as Record<Code, Fault<Code>>

/** Fault of a code. An unknown code of a newer server gets the highest urgency and an unknown part. */
export const findFault = <Code extends string>(
  catalogue: Record<Code, Fault<Code>>,
  code: Code,
  { of, severity }: Pick<Fault<Code>, 'of' | 'severity'>,
): Fault<Code> =>
  Object.hasOwn(catalogue, code) ? catalogue[code] : { code, of, severity, part: 'unknown', urgency: 'now' }

const rankOf = ({ severity, urgency }: Fault<string>): number =>
  (severity === 'error' ? 0 : faultUrgencies.length) + faultUrgencies.indexOf(urgency)

/** Sorts faults by priority: errors before warnings, then by urgency; otherwise in the given order. */
export const sortWorstFirst = <Code extends string>(faults: readonly Fault<Code>[]): Fault<Code>[] =>
  faults.toSorted((a, b) => rankOf(a) - rankOf(b))
