import type { Tx } from '../kernel/transaction.ts'

/** Every queue's name with the data that its jobs carry: `{ 'mail.send': { mailId: string } }`. */
export type JobKinds = Record<string, object>

export interface EnqueueOptions {
  /** While a job with this key is waiting in the queue, another one with it is not added. */
  singletonKey?: string
  /** Not before this moment; at once when left out. */
  startAfter?: Date
}

export interface JobSchedule {
  /** Five cron fields, or an RFC 5545 rule such as `FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=17`. */
  recurrence: string
  /** IANA name of the time zone in which the recurrence is meant. */
  timeZone: string
  /** Tells schedules of one queue apart, such as one per plant: letters, digits and any of `_-./`. */
  key?: string
}

export interface JobWorkerOptions {
  /** Jobs of this queue run at the same time by this process; 5 when left out. */
  concurrency?: number
}

export interface RunningJob<Data> {
  id: string
  data: Data
  /** Fires when the job has used up its time or the process stops; the job will be run again. */
  signal: AbortSignal
}

/** Thrown by a handler where somebody outside did not take what it had: it is tried again, and nothing of ours is wrong. */
export class RetryLater extends Error {}

/**
 * Work to be done later, kept in the database. Every job runs at least once: after a crash or a failure it runs again,
 * also when it had done its work and could only not say so. So handlers must bear being run twice.
 */
export interface Jobs<Kinds extends JobKinds> {
  /**
   * Adds a job. With a transaction the job exists when, and only when, that transaction commits.
   * @returns false when a job with the same singletonKey is already waiting
   */
  enqueue<Name extends keyof Kinds & string>(
    tx: Tx | null,
    name: Name,
    data: Kinds[Name],
    options?: EnqueueOptions,
  ): Promise<boolean>
  /** Runs the queue's jobs in this process. A handler that throws fails its own job only, which is tried again. */
  work<Name extends keyof Kinds & string>(
    name: Name,
    handler: (job: RunningJob<Kinds[Name]>) => Promise<void>,
    options?: JobWorkerOptions,
  ): Promise<void>
  /** Adds a job again and again; replaces the schedule with the same name and key. One job however many nodes run. */
  schedule<Name extends keyof Kinds & string>(name: Name, data: Kinds[Name], schedule: JobSchedule): Promise<void>
  unschedule(name: keyof Kinds & string, key?: string): Promise<void>
  /** False once stopped, and when the workers of this process meet only errors. */
  isHealthy(): boolean
  /** Takes no more jobs and waits for the running ones; those that take too long are run again by the next process. */
  stop(): Promise<void>
}
