import type { UnitCommandName } from '@vigilux/device-plane/central-unit-type.ts'
import type { Announce } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import type { CommandRow } from './commands.store.ts'

/** What a feature does when one of its commands moves on; `row` is the command as it now is. */
export type CommandListener = (
  row: CommandRow,
  context: { tx: Tx; announce: Announce; ports: Ports; now: Date },
) => Promise<void>

/** By the name of the command; `everyCommand` learns of all of them, after the one of its name. */
export type CommandListeners = Partial<Record<UnitCommandName | 'everyCommand', CommandListener>>
