import { MailFailure } from '../ports/mail-transport.ts'
import { OutboundFailure } from '../ports/outbound.ts'
import { isConnectionError } from './database-unavailable.ts'
import { sqlStateOf } from './sql-state.ts'

/** What the server cannot do without, and loses as a whole. */
export type Outage = 'database' | 'broker' | 'mail' | 'files' | 'timeStamps'

/** A path or a disk of the server itself: only a socket of the database is one of its own. */
const isFileError = (error: Error & { code?: unknown; syscall?: unknown }): boolean =>
  (error.code === 'ENOENT' || error.code === 'ENOSPC') && error.syscall !== 'connect'

/** Conflicts of transactions end by themselves. */
const isConflict = (error: unknown): boolean => sqlStateOf(error)?.startsWith('40') ?? false

/** Which outage an error is a sign of; null for any other error. Receivers of webhooks are each an outage of their own. */
export const outageOf = (error: unknown): Outage | null => {
  for (let current = error; current instanceof Error; current = current.cause) {
    // A mail server that answers is there.
    if (current instanceof MailFailure)
      return (current.cause as { responseCode?: number } | undefined)?.responseCode === undefined ? 'mail' : null
    if (current instanceof OutboundFailure || isFileError(current)) return null
  }
  return isConnectionError(error) && !isConflict(error) ? 'database' : null
}

const logIntervalMs = 60_000

/**
 * Lets one line of each outage through a minute. Answers how many were held back since the last one; null for a line that is held back.
 */
export const throttleOutageLogs = () => {
  const told = new Map<Outage, { at: number; suppressed: number }>()
  return (outage: Outage, now: number): number | null => {
    const last = told.get(outage)
    if (last && now - last.at < logIntervalMs) {
      last.suppressed += 1
      return null
    }
    told.set(outage, { at: now, suppressed: 0 })
    return last?.suppressed ?? 0
  }
}
