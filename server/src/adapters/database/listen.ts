import pg from 'pg'
import type { Log } from '../../kernel/log.ts'

/** Milliseconds before reconnecting. */
const retryMs = 2_000

export type Listening = { close(): Promise<void> }

type Parts = { connection: pg.ClientConfig; log: Log }

/**
 * Listens on a PostgreSQL channel over its own connection, and reconnects. `onListening` is called after each connect:
 * earlier notifications are lost. Rejects if the first connection fails.
 */
export const listen = async (
  { connection, log }: Parts,
  channel: string,
  onNotification: (payload: string) => void,
  onListening: () => void,
): Promise<Listening> => {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const scheduleReconnect = (): void => {
    if (isClosed) return
    timer = setTimeout(() => connect().catch(scheduleReconnect), retryMs)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...connection, application_name: 'vigilux listens', keepAlive: true })
    next.on('notification', ({ payload = '' }) => onNotification(payload))
    // A later connection failure; a failed connect rejects.
    next.on('error', (err) => log.warn({ err, outage: 'database' }, 'The LISTEN connection broke'))
    await next.connect()
    client = next
    try {
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (isClosed) return next.end()
    next.on('end', scheduleReconnect)
    onListening()
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
