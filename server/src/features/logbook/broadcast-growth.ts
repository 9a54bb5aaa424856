import type { TaskFactory } from '../../kernel/task.ts'
import { entriesAdded } from './logbook.domain-events.ts'
import { listRecentHeads } from './logbook.store.ts'

/** Notifies watchers that their plant's logbook has new entries, which they fetch. */
export const logbookGrowthTask: TaskFactory = ({ inTransaction }) => {
  let shown = new Map<string, number>()
  return {
    name: 'show the growth of logbooks',
    wokenBy: [entriesAdded],
    pauseMs: 200,
    turn: () =>
      inTransaction(async (work) => {
        const heads = await listRecentHeads(work.tx)
        for (const { plantId, no } of heads)
          if (shown.get(plantId) !== no) work.broadcast({ plant: plantId }, 'logbook', { plant_id: plantId, no })
        shown = new Map(heads.map(({ plantId, no }) => [plantId, no]))
      }),
  }
}
