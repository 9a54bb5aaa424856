import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../server/src/adapters/database/migrate.ts'
import { openDatabase } from '../../server/src/adapters/database/open-database.ts'
import { openJobs } from '../../server/src/adapters/jobs/open-jobs.ts'
import { createLog } from '../../server/src/adapters/log.ts'
import { productQueues } from '../../server/src/composition/queues.ts'
import {
  createDatabase,
  dropDatabase,
  type PostgresqlCluster,
  startPostgresqlCluster,
} from '../../server/src/testing/postgresql-cluster.ts'

/** URL of the shared cluster for later test processes, with `DATABASE` in place of the name. */
const sharedUrl = 'TEST_POSTGRESQL_URL'
const template = 'product_template'

const urlOf = (database: string): string => (process.env[sharedUrl] ?? '').replace('DATABASE', database)

/** Starts one PostgreSQL for all files of a run, with a template of the product's tables and queues. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const { TEST_DATABASE: kind } = project.config.env
  if (kind === 'embedded') return undefined
  const cluster = await startPostgresqlCluster({ database: kind })
  await createDatabase(cluster, template)
  const log = createLog('silent')
  const database = await openDatabase({ databaseUrl: cluster.url(template), dataDir: '', log })
  await migrateDatabase(database, { log })
  const jobs = await openJobs({ database, log, pollSeconds: 60, queues: productQueues })
  await jobs.stop()
  await database.close()
  process.env[sharedUrl] = cluster.url('DATABASE')
  return () => cluster.stop()
}

export type ProductDatabase = Pick<PostgresqlCluster, 'signal' | 'disk'> & { url: string; stop(): Promise<void> }

/** A cluster for one product: for tests which stop it or fill its disk. */
const openOwnCluster = async (diskMb: number | undefined): Promise<ProductDatabase> => {
  const cluster = await startPostgresqlCluster({ ...(diskMb !== undefined && { diskMb }) })
  const { stop, signal, disk } = cluster
  return { url: cluster.url('postgres'), stop, signal, disk }
}

/** A database for one product: a clone of the template in the shared cluster, or the only one in its own cluster. */
export const openProductDatabase = async (options: {
  ownCluster: boolean
  diskMb: number | undefined
}): Promise<ProductDatabase> => {
  if (options.ownCluster || options.diskMb !== undefined || !process.env[sharedUrl])
    return openOwnCluster(options.diskMb)
  const name = `product_${randomUUID().replaceAll('-', '')}`
  await createDatabase({ url: urlOf }, name, template)
  return {
    url: urlOf(name),
    signal: () => {
      throw new Error('This product shares its PostgreSQL: start it with `ownCluster`')
    },
    disk: null,
    stop: () => dropDatabase({ url: urlOf }, name),
  }
}
