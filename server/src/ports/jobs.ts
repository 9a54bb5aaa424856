import type { Tx } from '../kernel/transaction.ts'

/** Queue names with the data of their jobs: `{ 'mail.send': { mailId: string } }`. */
export type JobKinds = Record<string, object>

export interface EnqueueOptions {
  /** While a job with this key waits in the queue, no other one with it is added. */
  singletonKey?: string
  /** Earliest start; immediately if left out. */
  startAfter?: Date
}

export interface JobSchedule {
  /** Five cron fields, or an RFC 5545 rule such as `FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=17`. */
  recurrence: string
  /** IANA time zone of the recurrence. */
  timeZone: string
  /** Distinguishes schedules of one queue, such as one per plant: letters, digits and any of `_-./`. */
  key?: string
}

export interface JobWorkerOptions {
  /** Maximum of concurrent jobs of this queue in this process; default 5. */
  concurrency?: number
}

export interface RunningJob<Data> {
  id: string
  data: Data
  /** Aborts when the job times out or the process stops; the job will be run again. */
  signal: AbortSignal
}

/**
 * Thrown by a handler when an external receiver did not accept its data: the job is retried, without counting as a
 * fault of the server.
 */
export class RetryLater extends Error {}

/**
 * Deferred work, stored in the database. Every job runs at least once: after a crash or a failure it runs again, even
 * if only its completion was not recorded. So handlers must be idempotent.
 */
export interface Jobs<Kinds extends JobKinds> {
  /**
   * Adds a job. With a transaction the job exists if and only if the transaction commits.
   * @returns false if a job with the same singletonKey is already waiting
   */
  enqueue<Name extends keyof Kinds & string>(
    tx: Tx | null,
    name: Name,
    data: Kinds[Name],
    options?: EnqueueOptions,
  ): Promise<boolean>
  /** Runs the queue's jobs in this process. A failing job is retried and affects no other. */
  work<Name extends keyof Kinds & string>(
    name: Name,
    handler: (job: RunningJob<Kinds[Name]>) => Promise<void>,
    options?: JobWorkerOptions,
  ): Promise<void>
  /** Adds a job repeatedly; replaces the schedule with the same name and key. One job, however many nodes run. */
  schedule<Name extends keyof Kinds & string>(name: Name, data: Kinds[Name], schedule: JobSchedule): Promise<void>
  unschedule(name: keyof Kinds & string, key?: string): Promise<void>
  /** False once stopped, and while the workers of this process meet only errors. */
  isHealthy(): boolean
  /** Accepts no more jobs and waits for running ones; the next process reruns slow ones. */
  stop(): Promise<void>
}
