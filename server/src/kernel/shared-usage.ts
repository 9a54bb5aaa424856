import { z } from 'zod'
import type { Bus } from './bus.ts'

/** Milliseconds between reports of usage to the other nodes: a limit may apply this late. */
const flushIntervalMs = 500
/** Callers per message, those with the highest usage first. */
const maxReportedCallers = 1_000

const usageMessage = z
  .array(z.tuple([z.string().max(60), z.string().max(200), z.number().min(0)]))
  .max(maxReportedCallers)

/** Counts a use on this node and reports it to the others. */
export type RecordUsage = (key: string, points: number) => void

/** Makes in-memory limits of each node apply to all nodes together. */
export type SharedUsage = {
  /**
   * @param scope names a limit alike on all nodes
   * @param recordRemoteUsage applies another node's usage to the same caller here
   */
  share(scope: string, recordRemoteUsage: (key: string, points: number) => void): RecordUsage
}

/** A single node shares with nobody. */
export const localUsageOnly: SharedUsage = { share: () => () => undefined }

/**
 * Reports usage to the other nodes, condensed and slightly delayed: a database row per call would cost more than most
 * calls.
 */
export const createSharedUsage = (nodeId: string, bus: Pick<Bus, 'broadcast' | 'receives'>) => {
  const scopes = new Map<string, (key: string, points: number) => void>()
  const usageByName = new Map<string, { scope: string; key: string; points: number }>()
  let timer: NodeJS.Timeout | null = null

  bus.receives('use', (from, body) => {
    const read = usageMessage.safeParse(body)
    if (from === nodeId || !read.success) return
    for (const [scope, key, points] of read.data) scopes.get(scope)?.(key, points)
  })

  const flush = (): void => {
    if (usageByName.size === 0) return
    const heaviestCallers = [...usageByName.values()].sort((a, b) => b.points - a.points).slice(0, maxReportedCallers)
    usageByName.clear()
    bus.broadcast(
      'use',
      heaviestCallers.map(({ scope, key, points }) => [scope, key, points]),
    )
  }

  return {
    share(scope: string, recordRemoteUsage: (key: string, points: number) => void): RecordUsage {
      scopes.set(scope, recordRemoteUsage)
      return (key, points) => {
        const name = `${scope} ${key}`
        const usage = usageByName.get(name)
        if (usage) usage.points += points
        else usageByName.set(name, { scope, key, points })
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
