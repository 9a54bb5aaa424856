import { collection } from '../../kernel/work.ts'
import type { CommandRow } from './commands.store.ts'

/** A command whose time has come, and whether its unit works since, where that was looked up. */
export type AskedCommand = { row: CommandRow; working?: boolean }

/** Commands that may go out with the transaction in which they are asked for. */
export const askedCommands = collection<AskedCommand>('asked commands')

/** Commands that ended because their unit is the plant's no longer. */
export const abandonedCommands = collection<CommandRow>('abandoned commands')
