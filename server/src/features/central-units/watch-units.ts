import type { AtStart } from '../../kernel/background.ts'
import type { TaskOf } from '../../kernel/task.ts'
import type { Work } from '../../kernel/work.ts'
import { acquiredUnits } from './central-units.store.ts'
import { announceLinks } from './ingest-units.ts'
import { announceAll, forgiveProtocolFaults } from './protocol-faults.ts'
import { disconnectRevoked, takeChanged } from './unit-credentials.store.ts'
import { allConnectedUnits, disconnectSilent } from './unit-links.store.ts'

/** A unit says every 30 s that it lives; after this long without a word it counts as disconnected. */
export const silenceMs = 75_000
const watchEveryMs = 5_000

/** Takes silent units as disconnected. */
const noticeSilence = async (work: Work): Promise<void> => {
  const silent = await disconnectSilent(work, new Date(work.now.getTime() - silenceMs))
  if (silent.length === 0) return
  const units = await acquiredUnits(
    work.tx,
    silent.map(({ unit }) => unit),
  )
  announceLinks(work, silent, units)
}

/** Shows what the operator did to the credentials of units. */
const noticeCredentials = async (work: Work): Promise<void> => {
  const changed = await takeChanged(work.tx)
  if (changed.length === 0) return
  await disconnectRevoked(work.tx, work.now)
  await announceAll(work, changed)
}

/** What no message brings: units that fell silent, that have behaved again, or whose credentials were changed. */
export const watchUnits = async (work: Work): Promise<void> => {
  await noticeCredentials(work)
  await noticeSilence(work)
  await forgiveProtocolFaults(work)
}

export const unitWatch: TaskOf = ({ inTransaction }) => ({
  name: 'watch units',
  everyMs: watchEveryMs,
  turn: () => inTransaction(watchUnits),
})

/** Asks all connected units for their reports after a node was lost, which may have taken unsaved messages with it. */
export const askReportsWhenAsked: AtStart = ({ ports, db, askForReports }) =>
  ports.jobs.work('units.askReports', async () => {
    for (const unit of await allConnectedUnits(db)) askForReports(unit)
  })
