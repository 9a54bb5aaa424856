import type { Manifest } from './manifest.ts'
import type { Connection } from './tables.ts'

/** Waiting and running jobs of the product's queues. Each job runs at least once, so a repetition is harmless. */
export const readWaitingJobs = async (connection: Connection): Promise<Manifest['jobs']> => {
  const { rows: found } = await connection.query<{ is: boolean }>(`select to_regclass('pgboss.job') is not null as is`)
  if (!found[0]?.is) return []
  const { rows } = await connection.query<Manifest['jobs'][number]>(
    `select name, coalesce(data, '{}') as data from pgboss.job
     where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' order by created_on, id`,
  )
  return rows
}
