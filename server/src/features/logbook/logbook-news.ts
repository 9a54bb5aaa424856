import type { Announcement } from '../../kernel/announce.ts'
import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { entriesAdded } from './logbook.domain-events.ts'
import { recentHeads } from './logbook.store.ts'

/** Shortest time between two looks; a burst of entries costs one. */
const pauseMs = 200

type Parts = Pick<BackgroundParts, 'db' | 'deliver' | 'log'>

/** Shows watchers that the logbook of their plant is longer; they fetch what they see of it. */
export const createLogbookNews = ({ db, deliver, log }: Parts) => {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let told = new Map<string, number>()

  const look = async (): Promise<void> => {
    const heads = await recentHeads(db)
    const news = heads.filter(({ plantId, no }) => told.get(plantId) !== no)
    told = new Map(heads.map(({ plantId, no }) => [plantId, no]))
    deliver(
      news.map(
        ({ plantId: plant, no }): Announcement => ({
          ...{ audience: { plant }, event: 'logbook' as const },
          data: { plant_id: plant, no },
        }),
      ),
    )
  }
  return {
    wake(): void {
      timer ??= setTimeout(() => {
        timer = null
        running = look().catch((error: unknown) => log.error({ err: error }, 'news of logbooks could not be told'))
      }, pauseMs)
    },
    async stop(): Promise<void> {
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
