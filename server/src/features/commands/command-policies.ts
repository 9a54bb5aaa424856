import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { enrolmentWindowS } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { CommandPolicy } from '@vigilux/contract/features/commands/command.rules.ts'
import { defaultRetries } from '@vigilux/contract/features/commands/command.ts'
import type { UnitCommandName } from '@vigilux/device-plane/central-unit-type.ts'

type Patience = { retries?: 'ofType' | number; answerTimeoutMs?: number; workTimeoutMs?: number }

/** Config commands: 5 s, one retry, whatever the type. Specification section 9. */
const config: Patience = { retries: 1, answerTimeoutMs: 5_000 }
const ofType: Patience = { retries: 'ofType' }

/** Commands whose patience differs from the unit type's. Specification section 9. */
const patience: Record<UnitCommandName, Patience> = {
  // The person has the whole window; the unit itself closes it, and a little later we stop waiting.
  enrol: { retries: 0, answerTimeoutMs: (enrolmentWindowS + 2) * 1000, workTimeoutMs: (enrolmentWindowS + 2) * 1000 },
  deEnrol: ofType,
  // The search itself may take long; the unit reports how far it is.
  createNetwork: { ...config, workTimeoutMs: 15 * 60_000 },
  statusQuery: { retries: 0, answerTimeoutMs: 5000 },
  ftest: ofType,
  stopTest: ofType,
  identify: ofType,
  stop_blink: ofType,
  refresh: {},
  resetCu: ofType,
  keypressSimulation: ofType,
  setClock: config,
  emergencyOn: ofType,
  emergencyOff: ofType,
  setRelay: ofType,
  setCuName: config,
  setLampName: config,
  setParam: config,
  setMultiParam: config,
  setGroup: config,
  removeGroup: config,
  setMultiGroup: config,
  setBatch: config,
  setLgSerialId: config,
  deleteLgSerialId: config,
  substituteLogicaFM: config,
  configLogica: config,
  config: config,
  setDateTimeFunzionale: config,
  setDateTimeAutonomia: config,
  setPeriodFunzionale: config,
  setPeriodAutonomia: config,
  setContacts: config,
  setAdvanced: config,
  gatewayScan: ofType,
  gatewayInsertMac: ofType,
  gatewayInsertSerial: ofType,
  gatewayInsertType: ofType,
  gatewayValidate: ofType,
  gatewayRemove: ofType,
}

/** How patient the platform is with a command to a unit of this type. */
export const policyFor = (name: UnitCommandName, facts: UnitTypeFacts): CommandPolicy => {
  const { retries, answerTimeoutMs = facts.answerTimeoutMs, workTimeoutMs = 35_000 } = patience[name]
  return {
    answerTimeoutMs,
    workTimeoutMs,
    retries: retries === 'ofType' ? facts.retries : (retries ?? defaultRetries),
  }
}

/** Commands that do not make a unit count as working. Specification section 4. */
export const setsWorking = (name: UnitCommandName): boolean => name !== 'stop_blink' && name !== 'refresh'

/** Commands that change nothing of a unit's configuration: they pass while an operation has the unit to itself. */
const harmless: readonly UnitCommandName[] = [
  'statusQuery',
  'refresh',
  'identify',
  'stop_blink',
  'setClock',
  'stopTest',
]
export const disturbsOperation = (name: UnitCommandName): boolean => !harmless.includes(name)

/** Commands that change what a snapshot keeps. */
const configuring: readonly UnitCommandName[] = [
  ...(['createNetwork', 'deEnrol', 'setCuName', 'setLampName', 'setParam', 'setMultiParam', 'setGroup'] as const),
  ...(['removeGroup', 'setMultiGroup', 'setBatch', 'setLgSerialId', 'deleteLgSerialId', 'substituteLogicaFM'] as const),
  ...(['configLogica', 'config', 'setDateTimeFunzionale', 'setDateTimeAutonomia', 'setPeriodFunzionale'] as const),
  ...(['setPeriodAutonomia', 'setContacts', 'setAdvanced'] as const),
]
export const changesConfiguration = (name: string): boolean => (configuring as readonly string[]).includes(name)
