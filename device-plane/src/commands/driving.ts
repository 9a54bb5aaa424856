import type { DrivingCommandName } from '../central-unit-type.ts'
import { brief, type CommandConduct, type CommandDeclaration, ofType } from './declaration.ts'

/** Commands that each type writes in a form of its own. */
export const drivingCommands = {
  // The person has the whole window, which the command names: it is waited for as long as that.
  enrol: { obeyedBy: 'everyUnit', retries: 0 },
  deEnrol: { obeyedBy: 'everyUnit', ...ofType, configures: true },
  statusQuery: { obeyedBy: 'everyUnit', retries: 0, answerTimeoutMs: 5_000, isHarmless: true },
  refresh: { obeyedBy: 'everyUnit', isHarmless: true, isAside: true },
  // The search itself may take long; the unit reports how far it is.
  createNetwork: { obeyedBy: 'lampUnits', ...brief, workTimeoutMs: 15 * 60_000, configures: true },
  ftest: { obeyedBy: 'lampUnits', ...ofType },
  stopTest: { obeyedBy: 'lampUnits', ...ofType, isHarmless: true },
  identify: { obeyedBy: 'lampUnits', ...ofType, isHarmless: true },
  stop_blink: { obeyedBy: 'lampUnits', ...ofType, isHarmless: true, isAside: true },
} as const satisfies Record<DrivingCommandName, CommandConduct & Pick<CommandDeclaration, 'obeyedBy'>>
