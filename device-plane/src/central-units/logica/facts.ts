import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { lampUnitCommands, lightingCommands } from '../../commands.ts'

/** Unit on a DALI bus. docs/protocol/logica.md */
export const logicaFacts: UnitTypeFacts = {
  cu_type: 'logica',
  name: 'Logica',
  serialDigits: 6,
  enrolmentKeys: ['SEL', 'OK'],
  maxLamps: 128,
  lampCountWarning: 128,
  lampSerialDigits: [6, 8],
  hasRadioNetwork: false,
  testsToRatedDuration: true,
  durationSteps: null,
  answerTimeoutMs: 5_000,
  retries: 3,
  nameLength: 16,
  commandAction: 'logicaCommand',
  commands: [...lampUnitCommands, ...lightingCommands],
}
