import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fromDrizzle, type Job, type JobResult, PgBoss } from 'pg-boss'
import { inDatabaseLane } from '../../kernel/database-lane.ts'
import type { Log } from '../../kernel/log.ts'
import { continueTrace, currentTrace, traced } from '../../kernel/tracing.ts'
import { type JobKinds, type Jobs, RetryLater, type RunningJob } from '../../ports/jobs.ts'
import { listen } from '../database/listen.ts'
import type { Database } from '../database/open-database.ts'

export interface QueueSettings {
  /** Retries after the first attempt; default 5. */
  retryLimit?: number
  /** Delay before the first retry, doubled for each further one; default 5 s. */
  retryDelaySeconds?: number
  /** Maximum delay before a retry; unlimited by default. */
  longestRetryDelaySeconds?: number
  /** A longer job is abandoned and run again; default 300 s. */
  expireSeconds?: number
  /**
   * A job whose node sends no heartbeat for this many seconds is run again, checked every minute; without it, only
   * `expireSeconds` applies.
   */
  heartbeatSeconds?: number
}

export interface JobsConfig<Kinds extends JobKinds> {
  database: Pick<Database, 'pool' | 'direct'>
  log: Log
  /** All queues of this program; created if missing, so a node may enqueue jobs for another one. */
  queues: { [Name in keyof Kinds & string]: QueueSettings }
  /**
   * Seconds between polls of an idle worker: at least 0.5. Default: 5, and 15 while notifications announce new jobs;
   * only retries and delayed jobs then wait for the poll.
   */
  pollSeconds?: number
  /** How long `stop` waits for running jobs; default 20 s. */
  stopSeconds?: number
}

const defaultConcurrency = 5

const defaultPollSeconds = { listening: 15, deaf: 5 }

const queueOptions = ({
  retryLimit = 5,
  retryDelaySeconds = 5,
  longestRetryDelaySeconds,
  expireSeconds = 300,
  heartbeatSeconds,
}: QueueSettings) => ({
  notify: true,
  retryLimit,
  ...(longestRetryDelaySeconds && { retryDelayMax: longestRetryDelaySeconds }),
  retryDelay: retryDelaySeconds,
  retryBackoff: retryDelaySeconds > 0,
  expireInSeconds: expireSeconds,
  ...(heartbeatSeconds && { heartbeatSeconds }),
})

/** Policy `short` allows one waiting job per key, however many run. */
async function prepareQueue(queue: PgBoss, name: string, settings: QueueSettings): Promise<void> {
  await queue.createQueue(name, { ...queueOptions(settings), policy: 'short' })
  await queue.updateQueue(name, queueOptions(settings))
  // Any query makes pg-boss cache the queue. Its first `send` would otherwise query the pool, which a caller with an
  // open transaction may not do.
  await queue.findJobs(name, { id: randomUUID() })
}

/** A job belongs to the trace of its order. */
type Traced = { traceparent?: string }

/** A batch only serves fetching: each job succeeds or fails on its own. */
async function runBatch<Data>(
  batch: Job<Data & Traced>[],
  handler: (job: RunningJob<Data>) => Promise<void>,
  log: Log,
): Promise<JobResult[]> {
  return Promise.all(
    batch.map(async ({ id, name, data: { traceparent = null, ...data }, signal, retryCount }): Promise<JobResult> => {
      try {
        const run = () =>
          traced(`job ${name}`, { 'vigilux.job': id }, () => handler({ id, data: data as Data, signal }))
        await inDatabaseLane({ kind: 'job' }, () => continueTrace(traceparent, run))
        return { id, status: 'completed' }
      } catch (error) {
        const details = { err: error, job: name, jobId: id, retryCount }
        if (error instanceof RetryLater) log.warn(details, 'A job is tried again later')
        else log.error(details, 'A job failed')
        return { id, status: 'failed', output: { message: String(error) } }
      }
    }),
  )
}

/** Opens pg-boss in the schema `pgboss` of the same database, through the same pool. */
export async function openJobs<Kinds extends JobKinds>(config: JobsConfig<Kinds>): Promise<Jobs<Kinds>> {
  const { database, log, pollSeconds, stopSeconds = 20 } = config
  const queue = new PgBoss({
    db: {
      executeSql: (text, values) => database.pool.query(text, values),
      listen: (channel, onNotification, onListening) =>
        listen({ connection: database.direct, log }, channel, onNotification, onListening),
    },
    useListenNotify: true,
  })
  let running = true
  queue.on('error', (error) => log.error({ err: error }, 'The job queue met an error'))
  queue.on('warning', (warning) => log.warn({ warning }, 'The job queue warns'))
  await queue.start()
  for (const [name, settings] of Object.entries<QueueSettings>(config.queues)) await prepareQueue(queue, name, settings)

  return {
    enqueue: async (tx, name, data, { singletonKey, startAfter } = {}) => {
      const traceparent = currentTrace()
      const id = await queue.send(name, traceparent === null ? data : { ...data, traceparent }, {
        singletonKey: singletonKey ?? randomUUID(),
        ...(startAfter && { startAfter }),
        ...(tx && { db: fromDrizzle(tx, sql) }),
      })
      return id !== null
    },
    work: async (name, handler, { concurrency = defaultConcurrency } = {}) => {
      const options = {
        batchSize: concurrency,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: pollSeconds ?? defaultPollSeconds.deaf,
        notifyPollingIntervalSeconds: pollSeconds ?? defaultPollSeconds.listening,
        perJobResults: true,
      } as const
      await queue.work(name, options, (batch: Job<Kinds[typeof name]>[]) => runBatch(batch, handler, log))
    },
    schedule: async (name, data, { recurrence, timeZone, key = '' }) => {
      // One job makes up for all jobs due while no node ran. Its own key keeps schedules of one queue from being
      // mistaken for an already waiting job.
      await queue.schedule(name, recurrence, data, {
        tz: timeZone,
        key,
        missed: 'once',
        singletonKey: `schedule:${key}`,
      })
    },
    unschedule: async (name, key) => queue.unschedule(name, key),
    isHealthy: () => {
      const workers = queue.getWipData()
      const failingWorkers = workers.filter(
        ({ lastErrorOn, lastFetchedOn }) => (lastErrorOn ?? 0) > (lastFetchedOn ?? 0),
      )
      return running && (workers.length === 0 || failingWorkers.length < workers.length)
    },
    stop: async () => {
      running = false
      await queue.stop({ graceful: true, timeout: stopSeconds * 1000 })
    },
  }
}
