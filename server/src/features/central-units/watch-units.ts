import type { StartupHook } from '../../kernel/background.ts'
import type { TaskFactory } from '../../kernel/task.ts'
import type { Work } from '../../kernel/work.ts'
import { findAcquiredUnits } from './central-units.store.ts'
import { broadcastLinks } from './ingest-units.ts'
import { broadcastUnitsById, expireProtocolFaults } from './protocol-faults.ts'
import { claimChangedCredentials, disconnectRevoked } from './unit-credentials.store.ts'
import { disconnectSilent, listAllConnectedUnits } from './unit-links.store.ts'

/** A unit sends a keepalive every 30 s; after this many milliseconds without one it counts as disconnected. */
export const silenceMs = 75_000
const watchEveryMs = 5_000

const disconnectSilentUnits = async (work: Work): Promise<void> => {
  const silentUnits = await disconnectSilent(work, new Date(work.now.getTime() - silenceMs))
  if (silentUnits.length === 0) return
  const units = await findAcquiredUnits(
    work.tx,
    silentUnits.map(({ unit }) => unit),
  )
  broadcastLinks(work, silentUnits, units)
}

/** Broadcasts the operator's changes to the credentials of units. */
const applyChangedCredentials = async (work: Work): Promise<void> => {
  const changed = await claimChangedCredentials(work.tx)
  if (changed.length === 0) return
  await disconnectRevoked(work.tx, work.now)
  await broadcastUnitsById(work, changed)
}

/** Finds changes without a message: silent units, units without recent faults, and changed credentials. */
export const watchUnits = async (work: Work): Promise<void> => {
  await applyChangedCredentials(work)
  await disconnectSilentUnits(work)
  await expireProtocolFaults(work)
}

export const unitWatcher: TaskFactory = ({ inTransaction }) => ({
  name: 'watch units',
  everyMs: watchEveryMs,
  turn: () => inTransaction(watchUnits),
})

/** Asks all connected units for their reports after a node was lost, possibly with unsaved messages. */
export const reportRequestWorker: StartupHook = ({ ports, db, requestReports }) =>
  ports.jobs.work('units.askReports', async () => {
    for (const unit of await listAllConnectedUnits(db)) requestReports(unit)
  })
