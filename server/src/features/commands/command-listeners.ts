import type { UnitCommandName } from '@vigilux/device-plane/central-unit-type.ts'
import type { Work } from '../../kernel/work.ts'
import type { CommandRow } from './commands.store.ts'

/** What a feature does when one of its commands moves on; `row` is the command as it now is. */
export type CommandListener = (row: CommandRow, context: Work) => Promise<void>

/** By the name of the command; `everyCommand` learns of all of them, after the one of its name. */
export type CommandListeners = Partial<Record<UnitCommandName | 'everyCommand', CommandListener>>
