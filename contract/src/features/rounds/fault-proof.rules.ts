import type { UnitError } from '../central-units/central-unit.ts'
import { unitErrors } from '../central-units/central-unit.ts'
import type { TestKind } from '../emergency-tests/test-run.ts'
import { type LampError, lampErrors } from '../lamps/lamp.ts'
import { lampFaultCatalogue } from '../lamps/lamp-faults.ts'
import type { WorkKind } from './work.ts'

/** Codes of all faults that a lamp or a unit can have. */
export type FaultCode = LampError | UnitError
export const faultCodes = [...new Set([...lampErrors, ...unitErrors])] as [FaultCode, ...FaultCode[]]

/**
 * What alone closes a fault: a passed test of that kind, or the report of the unit that it is clear, where no test could
 * show it.
 */
export const faultProofs = ['autonomyTest', 'functionalTest', 'report'] as const
export type FaultProof = (typeof faultProofs)[number]

/** Light sources that a functional test lights: what it cannot see, as a UV tube or too little power, it does not prove. */
const errorsProvenByTest: ReadonlySet<FaultCode> = new Set<LampError>([
  'functional_test_failed',
  'led_open',
  'led_short',
  'led_partial_short',
  'lamp_failure',
])

export type FaultyItem = {
  of: 'unit' | 'lamp'
  error: FaultCode
  /** Tests are of emergency lamps alone. */
  isEmergency: boolean
}

const isLampError = (error: FaultCode): error is LampError => Object.hasOwn(lampFaultCatalogue, error)

export const proofOf = ({ of, error, isEmergency }: FaultyItem): FaultProof => {
  if (of === 'unit' || !isEmergency || !isLampError(error)) return 'report'
  if (lampFaultCatalogue[error].part === 'battery') return 'autonomyTest'
  return errorsProvenByTest.has(error) ? 'functionalTest' : 'report'
}

/** The kind of the test that proves it; null where a report does. */
export const testOfProof = (proof: FaultProof): TestKind | null =>
  proof === 'report' ? null : proof === 'autonomyTest' ? 'autonomy' : 'functional'

/** Whether what was fitted came without a charge: it charges from the moment at which it was fitted, at the earliest. */
export const comesUncharged = (work: WorkKind): boolean => work === 'batteryReplaced' || work === 'lampReplaced'

/** The work that a person most likely did about a fault; it is what one press says. */
export const likelyWork = ({ of, error }: Pick<FaultyItem, 'of' | 'error'>): WorkKind => {
  if (of === 'unit' || !isLampError(error)) return 'repaired'
  const { part } = lampFaultCatalogue[error]
  if (part === 'battery') return 'batteryReplaced'
  return part === 'lightSource' || part === 'driver' || part === 'charger' ? 'partReplaced' : 'repaired'
}
