import type { Announce } from '../../kernel/announce.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { endPending, toPendingCommand } from './commands.store.ts'
import { stopWorking } from './working-units.store.ts'

/** Ends what is pending for a unit that the plant no longer has: nothing more is sent to it, and watchers are told. */
export const abandonCommands = async (
  { tx, announce, now }: { tx: Tx; announce: Announce; now: Date },
  plantId: string,
  unit: string,
): Promise<void> => {
  for (const row of await endPending(tx, plantId, unit, now)) {
    announce({ plant: plantId }, 'response', { plant_id: plantId, command: toPendingCommand(row), working: false })
  }
  await stopWorking(tx, plantId, unit)
}
