import { collection, type Work } from '../../kernel/work.ts'
import { type CommandRow, endPendingCommands, toPendingCommand } from './commands.store.ts'
import { stopWorking } from './working-units.store.ts'

/** Commands ended by their unit's removal from the plant. */
export const abandonedCommands = collection<CommandRow>('abandoned commands')

/** Ends the pending commands of a removed unit. Nothing more is sent to it, and watchers see the commands end. */
export const abandonCommands = async (work: Work, plantId: string, unit: string): Promise<void> => {
  const rows = await endPendingCommands(work.tx, plantId, unit, work.now)
  for (const row of rows)
    work.broadcast({ plant: plantId }, 'response', {
      plant_id: plantId,
      command: toPendingCommand(row),
      working: false,
    })
  work.collect(abandonedCommands, ...rows)
  await stopWorking(work.tx, plantId, unit)
}
