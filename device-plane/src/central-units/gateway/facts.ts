import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { gatewayCommands, lampUnitCommands } from '../../commands.ts'

/** Unit to which Bluetooth devices and lamps are joined. docs/protocol/gateway.md */
export const gatewayFacts: UnitTypeFacts = {
  cu_type: 'gateway',
  name: 'Gateway',
  serialDigits: 6,
  enrolmentKeys: ['SEL', 'OK'],
  maxLamps: 128,
  lampCountWarning: null,
  lampSerialDigits: [6, 8],
  hasRadioNetwork: false,
  testsToRatedDuration: false,
  durationSteps: null,
  answerTimeoutMs: 5_000,
  retries: 3,
  nameLength: 16,
  commandAction: 'gatewayCommand',
  commands: [...lampUnitCommands, ...gatewayCommands],
}
