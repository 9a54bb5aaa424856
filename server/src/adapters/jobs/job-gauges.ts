import { sql } from 'drizzle-orm'
import { countRows, earliest, type StoredGauge, secondsSince } from '../../kernel/stored-gauges.store.ts'

/** The backlog of each queue: due jobs without a worker. */
export const jobGauges = (queues: readonly string[]): readonly StoredGauge[] =>
  queues.flatMap((queue): StoredGauge[] => {
    const jobs = sql`pgboss.job`
    const isWaiting = (now: Date) =>
      sql`name = ${queue} and state < 'active' and start_after <= ${now.toISOString()}::timestamptz`
    return [
      {
        name: 'vigilux_jobs_waiting',
        help: 'Jobs whose time has come and that no worker has taken, at most 10000',
        labels: { queue },
        value: (now) => countRows(jobs, isWaiting(now)),
      },
      {
        name: 'vigilux_job_lag_seconds',
        help: 'Seconds since the longest overdue job had to start',
        labels: { queue },
        value: (now) =>
          secondsSince(
            // In the order in which workers take them.
            earliest(sql`start_after`, jobs, sql`${isWaiting(now)} order by priority desc, created_on`),
            now,
          ),
      },
    ]
  })
