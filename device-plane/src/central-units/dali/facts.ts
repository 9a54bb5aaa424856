import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { gearsPerLine, maxBusLines } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import { busCommands, lampUnitCommands, lightingCommands } from '../../commands.ts'
import { durationStepS, maxDurationS } from '../../emergency-gear.wire.ts'

/** No command of IEC 62386-202, edition 1, starts an emergency, and a bridge has no contacts. */
const unsupported = new Set<string>(['emergencyOn', 'emergencyOff', 'setContacts', 'setRelay'])

/** Bridge to lines of DALI-2 gear. docs/protocol/dali.md */
export const daliFacts: UnitTypeFacts = {
  cu_type: 'dali',
  name: 'DALI',
  serialDigits: 6,
  enrolmentKeys: ['SEL', 'OK'],
  maxLamps: maxBusLines * gearsPerLine,
  lampCountWarning: null,
  lampSerialDigits: [8],
  hasRadioNetwork: false,
  testsToRatedDuration: true,
  durationSteps: { stepS: durationStepS, maxS: maxDurationS },
  answerTimeoutMs: 5_000,
  retries: 3,
  nameLength: 16,
  commandAction: 'logicaCommand',
  commands: [...lampUnitCommands.filter((name) => !unsupported.has(name)), ...lightingCommands, ...busCommands],
}
