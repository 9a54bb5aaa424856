import pg from 'pg'
import type { Log } from '../../kernel/log.ts'

/** Until a connection that broke is made again. */
const againMs = 2_000

export type Listening = { close(): Promise<void> }

type Parts = { connection: pg.ClientConfig; log: Log }

/**
 * Listens on a channel of PostgreSQL over a connection of its own. `listening` is called each time that it has begun: what was notified
 * before, nobody heard. Rejects where the first connection fails.
 */
export const listen = async (
  { connection, log }: Parts,
  channel: string,
  onNotification: (payload: string) => void,
  listening: () => void,
): Promise<Listening> => {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const again = (): void => {
    if (isClosed) return
    timer = setTimeout(() => connect().catch(again), againMs)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...connection, application_name: 'vigilux listens', keepAlive: true })
    next.on('notification', ({ payload = '' }) => onNotification(payload))
    // A connection that breaks says so here; one that cannot be made, by the rejection.
    next.on('error', (err) => log.warn({ err, outage: 'database' }, 'The connection that listens broke'))
    await next.connect()
    client = next
    try {
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (isClosed) return next.end()
    next.on('end', again)
    listening()
  }

  await connect()
  return {
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
