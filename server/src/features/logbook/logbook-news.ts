import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { entriesAdded } from './logbook.domain-events.ts'
import { recentHeads } from './logbook.store.ts'

/** Shortest time between two looks; a burst of entries costs one. */
const pauseMs = 200

type Parts = Pick<BackgroundParts, 'inTransaction' | 'log'>

/** Shows watchers that the logbook of their plant is longer; they fetch what they see of it. */
export const createLogbookNews = ({ inTransaction, log }: Parts) => {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let shown = new Map<string, number>()
  let isStopped = false

  const look = (): Promise<void> =>
    inTransaction(async (work) => {
      const heads = await recentHeads(work.tx)
      for (const { plantId, no } of heads)
        if (shown.get(plantId) !== no) work.broadcast({ plant: plantId }, 'logbook', { plant_id: plantId, no })
      shown = new Map(heads.map(({ plantId, no }) => [plantId, no]))
    })

  return {
    wake(): void {
      if (isStopped) return
      timer ??= setTimeout(() => {
        timer = null
        running = look().catch((error: unknown) =>
          log.error({ err: error }, 'the growth of logbooks could not be shown'),
        )
      }, pauseMs)
    },
    async stop(): Promise<void> {
      isStopped = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}

export const startLogbookNews: StartBackground = (parts) => {
  const news = createLogbookNews(parts)
  parts.events.subscribe(entriesAdded, news.wake)
  return news
}
