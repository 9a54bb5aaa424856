import type { TaskFactory } from '../../kernel/task.ts'
import { entriesAdded } from './logbook.domain-events.ts'
import { listRecentHeads } from './logbook.store.ts'

/** Shows watchers that the logbook of their plant is longer; they fetch what they see of it. */
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
