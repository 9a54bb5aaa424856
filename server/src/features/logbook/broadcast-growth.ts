import type { TaskFactory } from '../../kernel/task.ts'
import { entriesAdded } from './logbook.domain-events.ts'
import { listRecentHeads } from './logbook.store.ts'

/** Notifies watchers of new entries in their plant's logbook; they fetch them. */
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
