import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { lampUnitCommands, lightingCommands } from '../../commands.ts'

/** Unit with wired lamps. docs/protocol/cablecom.md */
export const cablecomFacts: UnitTypeFacts = {
  cu_type: 'cablecom',
  name: 'Cablecom',
  serialDigits: 6,
  enrolmentKeys: ['SEL', 'OK'],
  maxLamps: 32,
  lampCountWarning: 32,
  lampSerialDigits: [4, 6, 8],
  hasRadioNetwork: false,
  testsToRatedDuration: true,
  durationSteps: null,
  answerTimeoutMs: 5_000,
  retries: 3,
  nameLength: 16,
  commandAction: 'cablecomCommand',
  commands: [...lampUnitCommands, ...lightingCommands],
}
