import type { Drawings } from '../ports/drawings.ts'
import type { MailTransport } from '../ports/mail-transport.ts'
import type { Pictures } from '../ports/pictures.ts'
import type { Ports } from '../ports/ports.ts'
import type { Typesetter } from '../ports/typesetter.ts'
import type { DomainEvents } from './domain-events.ts'
import type { Log } from './log.ts'
import type { Tx } from './transaction.ts'
import type { InTransaction } from './work.ts'

/** What a feature may use for what it does by itself, without a caller. */
export type BackgroundParts = {
  ports: Ports
  log: Log
  /** The pool: for a statement that stands alone. */
  db: Tx
  inTransaction: InTransaction
  /** Sends a unit a message. */
  publish(topic: string, payload: string): Promise<void>
  /** Asks a unit to report everything anew. */
  askForReports(unit: string): void
  events: Pick<DomainEvents, 'subscribe'>
  transport: MailTransport
  typesetter: Typesetter
  pictures: Pictures
  drawings: Drawings
}

/** Something that runs until it is stopped. */
export type Background = { stop(): Promise<void> }

/** For what consists of jobs alone: all jobs of the server are stopped together. */
export const stopsWithJobs: Background = { stop: async () => undefined }

/** Starts what a feature does by itself. */
export type StartBackground = (parts: BackgroundParts) => Background | Promise<Background>
