import { connect } from 'node:net'
import type pg from 'pg'

/** Protocol code of a CancelRequest (PostgreSQL manual, 53.7). */
const cancelRequestCode = 80_877_102

/** Milliseconds after which the database was not reached; the statement then ends by its own timeout. */
const timeoutMs = 1_000

type Backend = { host: string; port: number; processID: number; secretKey: number }

/**
 * Asks PostgreSQL to cancel the running statement of a connection, and calls back once the request was received or
 * nobody answers. It may arrive after the statement has ended, so the connection must not be used again.
 */
export function requestCancel(client: pg.ClientBase, whenSent: () => void): void {
  const { host, port, processID, secretKey } = client as unknown as Backend
  const packet = Buffer.alloc(16)
  packet.writeInt32BE(packet.length, 0)
  packet.writeInt32BE(cancelRequestCode, 4)
  packet.writeInt32BE(processID, 8)
  packet.writeInt32BE(secretKey, 12)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(timeoutMs, () => socket.destroy())
  socket.on('error', () => undefined)
  socket.on('close', whenSent)
  // PostgreSQL and poolers close it once they have passed the request on.
  socket.resume().write(packet)
}
