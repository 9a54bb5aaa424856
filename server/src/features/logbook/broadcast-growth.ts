import type { TaskFactory } from '../../kernel/task.ts'
import { entriesAdded } from './logbook.domain-events.ts'
import { listRecentHeads } from './logbook.store.ts'

/** Notifies watchers that their plant's logbook has new entries, which they fetch. */
export const logbookGrowthTask: TaskFactory = ({ inTransaction }) => {
  let lastBroadcast = new Map<string, number>()
  return {
    name: 'broadcast logbook growth',
    wokenBy: [entriesAdded],
    pauseMs: 200,
    turn: () =>
      inTransaction(async (work) => {
        const recentHeads = await listRecentHeads(work.tx)
        for (const { plantId, no } of recentHeads)
          if (lastBroadcast.get(plantId) !== no)
            work.broadcast({ plant: plantId }, 'logbook', { plant_id: plantId, no })
        lastBroadcast = new Map(recentHeads.map(({ plantId, no }) => [plantId, no]))
      }),
  }
}
