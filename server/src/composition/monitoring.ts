import { join } from 'node:path'
import { readLastBackup } from '../adapters/backup/backup-mark.ts'
import { watchDisk } from '../adapters/disk-space.ts'
import { openMetricsServer } from '../adapters/http/metrics-server.ts'
import { jobGauges } from '../adapters/jobs/job-gauges.ts'
import type { Metrics } from '../adapters/metrics.ts'
import type { Config } from '../config/config.ts'
import { commandGauges } from '../features/commands/index.ts'
import { mailGauges } from '../features/mails/index.ts'
import { escalationGauges } from '../features/notices/index.ts'
import { webhookGauges } from '../features/webhooks/index.ts'
import { inDatabaseLane } from '../kernel/database-lane.ts'
import { deadLetterGauges } from '../kernel/dead-letters.store.ts'
import { createDeadline } from '../kernel/deadline.ts'
import type { CallService } from '../kernel/incoming-calls.ts'
import { readStoredGauges, type StoredGauge } from '../kernel/stored-gauges.store.ts'
import type { Core, CoreOptions } from './core.ts'
import { productQueues } from './queues.ts'

/**
 * Gauges read from rows.
 * @internal
 */
export const storedGauges: readonly StoredGauge[] = [
  ...jobGauges(Object.keys(productQueues)),
  ...commandGauges,
  ...mailGauges,
  ...webhookGauges,
  ...escalationGauges,
  ...deadLetterGauges,
]

/** Milliseconds for gauges read from rows: a locked table must not stop a scrape. */
const longestReadMs = 2_000

const showStored = (metrics: Metrics, { database, clock }: Core): void =>
  metrics.showStored({
    gauges: storedGauges,
    now: clock.now,
    read: async (now) => {
      const deadline = createDeadline(longestReadMs)
      const timer = setTimeout(() => deadline.abandon(), longestReadMs)
      const read = () => readStoredGauges(database.db, storedGauges, now)
      return inDatabaseLane({ kind: 'task', deadline }, read).finally(() => clearTimeout(timer))
    },
  })

const showDatabase = ({ gauge }: Metrics, { database: { use } }: Core): void => {
  const open = { name: 'vigilux_database_connections_open', help: 'Open connections of this node to the database' }
  gauge(open, () => use().open)
  gauge({ name: 'vigilux_database_connections_used', help: 'Connections in use' }, () => use().used)
  gauge({ name: 'vigilux_database_connections_max', help: 'Maximum connections: DATABASE_POOL' }, () => use().max)
  const help = 'Pieces of work that wait for a connection, by the lane in which they wait'
  gauge({ name: 'vigilux_database_waiting', help, label: 'lane' }, () => use().waiting)
}

const showDisk = ({ gauge }: Metrics, { dataDir, filesDir, s3 }: Config): void => {
  const lookData = watchDisk(dataDir)
  const lookFiles = s3 ? null : watchDisk(filesDir ?? join(dataDir, 'files'))
  const read = (part: 'free' | 'size') => async () => {
    const [data, files] = await Promise.all([lookData(), lookFiles?.()])
    return { ...(data && { data: data[part] }), ...(files && { files: files[part] }) }
  }
  gauge(
    { name: 'vigilux_disk_free_bytes', help: 'Free bytes on the volume of a folder', label: 'folder' },
    read('free'),
  )
  gauge({ name: 'vigilux_disk_size_bytes', help: 'Size of the volume of a folder', label: 'folder' }, read('size'))
}

type MonitoredParts = { inbox: { waiting(): number }; calls: CallService }

const showNode = (metrics: Metrics, core: Core, { inbox, calls }: MonitoredParts): void => {
  const { gauge, counter } = metrics
  gauge({ name: 'vigilux_browsers', help: 'Open realtime channels' }, core.hub.size)
  gauge({ name: 'vigilux_calls_waiting', help: 'Calls that wait for a turn on this node' }, calls.waiting)
  gauge({ name: 'vigilux_ingest_waiting', help: 'Unit messages that wait to be stored by this node' }, inbox.waiting)
  gauge({ name: 'vigilux_broker_connected', help: 'Whether the node is connected to the broker: 0 or 1' }, () =>
    core.link.isConnected() ? 1 : 0,
  )
  const help = 'What the broker refused, slowed down or dropped, by kind; of an external one its refused logins alone'
  counter({ name: 'vigilux_broker_events_total', help, label: 'kind' }, core.brokerCounts)
}

/** Exports the metrics of a node's parts to the operator's monitoring. */
export const createMonitoring = ({ config, log }: CoreOptions, core: Core, parts: MonitoredParts) => {
  const { metrics } = core
  showStored(metrics, core)
  showDatabase(metrics, core)
  showDisk(metrics, config)
  showNode(metrics, core, parts)
  const help = 'When the last backup was taken with the data folder of this node, in seconds since 1970'
  metrics.gauge({ name: 'vigilux_backup_last_success_timestamp_seconds', help }, () => readLastBackup(config.dataDir))
  let server: Awaited<ReturnType<typeof openMetricsServer>> | null = null
  return {
    url: () => server?.url ?? null,
    async listen(): Promise<void> {
      if (config.metrics) server = await openMetricsServer({ metrics, config: config.metrics, log })
    },
    close: async () => server?.close(),
  }
}
