import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { lampUnitCommands, lightingCommands } from '../../commands.ts'

/** Unit with a radio network of lamps. docs/protocol/logicafm.md */
export const logicafmFacts: UnitTypeFacts = {
  cu_type: 'logicafm',
  name: 'Logica FM',
  serialDigits: 5,
  enrolmentKeys: ['UP', 'DOWN'],
  maxLamps: 992,
  lampCountWarning: null,
  lampSerialDigits: [6, 8],
  hasRadioNetwork: true,
  testsToRatedDuration: true,
  durationSteps: null,
  answerTimeoutMs: 12_000,
  retries: 0,
  nameLength: 16,
  commandAction: 'logicaCommand',
  commands: [...lampUnitCommands, ...lightingCommands],
}
