import { z } from 'zod'
import type { Bus } from './bus.ts'

/** What callers used here goes to the other nodes after so many milliseconds: so late may a limit be. */
const flushIntervalMs = 500
/** Callers in one message, those who used most. */
const maxReportedCallers = 1_000

const usageMessage = z
  .array(z.tuple([z.string().max(60), z.string().max(200), z.number().min(0)]))
  .max(maxReportedCallers)

/** Counts a use on this node, so that it counts on all. */
export type RecordUsage = (key: string, points: number) => void

/** Makes limits that each node keeps in its own memory hold for all nodes together. */
export type SharedUsage = {
  /**
   * @param scope names a limit alike on all nodes
   * @param spend takes what was used on another node from the same caller here
   */
  share(scope: string, spend: (key: string, points: number) => void): RecordUsage
}

/** On a single node there is nobody to share with. */
export const localUsageOnly: SharedUsage = { share: () => () => undefined }

/** Tells the other nodes what callers used, in brief and a little late: a database row for each call would cost more than most calls. */
export const createSharedUsage = (nodeId: string, bus: Pick<Bus, 'broadcast' | 'receives'>) => {
  const scopes = new Map<string, (key: string, points: number) => void>()
  const used = new Map<string, { scope: string; key: string; points: number }>()
  let timer: NodeJS.Timeout | null = null

  bus.receives('use', (from, body) => {
    const read = usageMessage.safeParse(body)
    if (from === nodeId || !read.success) return
    for (const [scope, key, points] of read.data) scopes.get(scope)?.(key, points)
  })

  const flush = (): void => {
    if (used.size === 0) return
    const most = [...used.values()].sort((a, b) => b.points - a.points).slice(0, maxReportedCallers)
    used.clear()
    bus.broadcast(
      'use',
      most.map(({ scope, key, points }) => [scope, key, points]),
    )
  }

  return {
    share(scope: string, spend: (key: string, points: number) => void): RecordUsage {
      scopes.set(scope, spend)
      return (key, points) => {
        const name = `${scope} ${key}`
        const known = used.get(name)
        if (known) known.points += points
        else used.set(name, { scope, key, points })
      }
    },
    flush,
    start(): void {
      timer ??= setInterval(flush, flushIntervalMs)
    },
    stop(): void {
      if (timer) clearInterval(timer)
    },
  }
}
