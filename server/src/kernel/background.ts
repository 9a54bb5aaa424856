import type { Drawings } from '../ports/drawings.ts'
import type { MailTransport } from '../ports/mail-transport.ts'
import type { Pictures } from '../ports/pictures.ts'
import type { Ports } from '../ports/ports.ts'
import type { Typesetter } from '../ports/typesetter.ts'
import type { Log } from './log.ts'
import type { Tx } from './transaction.ts'
import type { InTransaction } from './work.ts'

/** Parts for a feature's background work, without a caller. */
export type BackgroundParts = {
  ports: Ports
  log: Log
  /** The pool, for a single statement outside of a transaction. */
  db: Tx
  inTransaction: InTransaction
  /** Publishes a message to a unit. */
  publish(topic: string, payload: string): Promise<void>
  /** Asks a unit to report everything. */
  requestReports(unit: string): void
  transport: MailTransport
  typesetter: Typesetter
  pictures: Pictures
  drawings: Drawings
}

/** Registers the worker of a job queue, or runs once when the server starts. */
export type StartupHook = (parts: BackgroundParts) => Promise<void>
