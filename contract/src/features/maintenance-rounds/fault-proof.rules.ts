import type { UnitError } from '../central-units/central-unit.ts'
import { unitErrors } from '../central-units/central-unit.ts'
import type { TestKind } from '../emergency-tests/test-run.ts'
import { type LampError, lampErrors } from '../lamps/lamp.ts'
import { lampFaultCatalogue } from '../lamps/lamp-faults.ts'
import type { WorkKind } from './work.ts'

/** Codes of all faults of a lamp or a unit. */
export type FaultCode = LampError | UnitError
export const faultCodes = [...new Set([...lampErrors, ...unitErrors])] as [FaultCode, ...FaultCode[]]

/** Proof needed to close a fault: a passed test of its kind, or a clear report of the unit if no test can show it. */
export const faultProofs = ['autonomyTest', 'functionalTest', 'report'] as const
export type FaultProof = (typeof faultProofs)[number]

/** Errors of light sources cleared by a functional test. It cannot see a UV tube or too little power. */
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
  /** Only emergency lamps have tests. */
  isEmergency: boolean
}

const isLampError = (error: FaultCode): error is LampError => Object.hasOwn(lampFaultCatalogue, error)

export const proofOf = ({ of, error, isEmergency }: FaultyItem): FaultProof => {
  if (of === 'unit' || !isEmergency || !isLampError(error)) return 'report'
  if (lampFaultCatalogue[error].part === 'battery') return 'autonomyTest'
  return errorsProvenByTest.has(error) ? 'functionalTest' : 'report'
}

/** Test kind of a proof; null for a report. */
export const testOfProof = (proof: FaultProof): TestKind | null =>
  proof === 'report' ? null : proof === 'autonomyTest' ? 'autonomy' : 'functional'

/** Whether the new part comes uncharged; it then charges from its installation at the earliest. */
export const comesUncharged = (work: WorkKind): boolean => work === 'batteryReplaced' || work === 'lampReplaced'

/** Most likely work for a fault, offered as a single press. */
export const likelyWork = ({ of, error }: Pick<FaultyItem, 'of' | 'error'>): WorkKind => {
  if (of === 'unit' || !isLampError(error)) return 'repaired'
  const { part } = lampFaultCatalogue[error]
  if (part === 'battery') return 'batteryReplaced'
  return part === 'lightSource' || part === 'driver' || part === 'charger' ? 'partReplaced' : 'repaired'
}

/** Whether a new battery is the likely repair of a lamp's fault. */
export const isBatteryFault = (error: FaultCode): boolean => likelyWork({ of: 'lamp', error }) === 'batteryReplaced'
