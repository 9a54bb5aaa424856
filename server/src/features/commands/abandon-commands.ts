import type { Announce } from '../../kernel/announce.ts'
import { happened, type Tx } from '../../kernel/transaction.ts'
import { commandsAbandoned } from './commands.domain-events.ts'
import { type CommandRow, endPending, toPendingCommand } from './commands.store.ts'
import { stopWorking } from './working-units.store.ts'

/** What was abandoned in each open transaction, for whoever settles that. */
const abandonedIn = new WeakMap<Tx, CommandRow[]>()

/** Takes what was abandoned and is not taken yet. */
export const takeAbandoned = (tx: Tx): CommandRow[] => {
  const rows = abandonedIn.get(tx) ?? []
  abandonedIn.delete(tx)
  return rows
}

/** Ends what is pending for a unit that the plant no longer has: nothing more is sent to it, and watchers are told. */
export const abandonCommands = async (
  { tx, announce, now }: { tx: Tx; announce: Announce; now: Date },
  plantId: string,
  unit: string,
): Promise<void> => {
  const rows = await endPending(tx, plantId, unit, now)
  for (const row of rows)
    announce({ plant: plantId }, 'response', { plant_id: plantId, command: toPendingCommand(row), working: false })
  if (rows.length > 0) {
    abandonedIn.set(tx, [...(abandonedIn.get(tx) ?? []), ...rows])
    happened(tx, commandsAbandoned)
  }
  await stopWorking(tx, plantId, unit)
}
