import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { lampUnitCommands, lightingCommands } from '../../commands.ts'

/** System with a central battery, its modules and its lines of lamps. docs/protocol/sicuro.md */
export const sicuroFacts: UnitTypeFacts = {
  cu_type: 'sicuro',
  name: 'Sicuro',
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
  commandAction: 'sicuroCommand',
  commands: [...lampUnitCommands, ...lightingCommands],
}
