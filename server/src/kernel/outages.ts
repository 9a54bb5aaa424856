import { MailFailure } from '../ports/mail-transport.ts'
import { OutboundFailure } from '../ports/outbound.ts'
import { isConnectionError } from './database-unavailable.ts'
import { sqlStateOf } from './sql-state.ts'

/** External services, each failing as a whole. */
export type Outage = 'database' | 'broker' | 'mail' | 'files' | 'timeStamps'

/** An error of a path or disk of the server itself; only the database's socket is also a path. */
const isFileError = (error: Error & { code?: unknown; syscall?: unknown }): boolean =>
  (error.code === 'ENOENT' || error.code === 'ENOSPC') && error.syscall !== 'connect'

/** Transaction conflicts resolve themselves. */
const isConflict = (error: unknown): boolean => sqlStateOf(error)?.startsWith('40') ?? false

/** The outage indicated by an error; null for any other error. Each receiver of webhooks counts as its own outage. */
export const outageOf = (error: unknown): Outage | null => {
  for (let current = error; current instanceof Error; current = current.cause) {
    // An answering mail server is available.
    if (current instanceof MailFailure)
      return (current.cause as { responseCode?: number } | undefined)?.responseCode === undefined ? 'mail' : null
    if (current instanceof OutboundFailure || isFileError(current)) return null
  }
  return isConnectionError(error) && !isConflict(error) ? 'database' : null
}

const logIntervalMs = 60_000

/**
 * Lets one log line per outage and minute through. Returns how many were suppressed since the last one; null for a
 * suppressed line.
 */
export const throttleOutageLogs = () => {
  const lastLogged = new Map<Outage, { at: number; suppressed: number }>()
  return (outage: Outage, now: number): number | null => {
    const last = lastLogged.get(outage)
    if (last && now - last.at < logIntervalMs) {
      last.suppressed += 1
      return null
    }
    lastLogged.set(outage, { at: now, suppressed: 0 })
    return last?.suppressed ?? 0
  }
}
