import type { Announce } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { CommandRow } from './commands.store.ts'

/** A command as it was asked for, who tells its watchers of it, and whether its unit works since, where that was looked up. */
export type AskedCommand = { row: CommandRow; announce: Announce; working?: boolean }

/** What is asked of units in each open transaction. */
const askedIn = new WeakMap<Tx, AskedCommand[]>()

/** Notes a command that may go out with the transaction in which it is asked for. */
export const noteAsked = (tx: Tx, asked: AskedCommand): void => {
  const before = askedIn.get(tx)
  if (before) before.push(asked)
  else askedIn.set(tx, [asked])
}

/** Takes what was noted and is not taken yet, in the order in which it was asked for. */
export const takeAsked = (tx: Tx): AskedCommand[] => {
  const asked = askedIn.get(tx) ?? []
  askedIn.delete(tx)
  return asked
}
