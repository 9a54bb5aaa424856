import type { StartBackground } from '../../kernel/background.ts'
import { repeat } from '../../kernel/repeat.ts'
import type { Work } from '../../kernel/work.ts'
import { acquiredUnits } from './central-units.store.ts'
import { announceLinks } from './ingest-units.ts'
import { announceAll, forgiveProtocolFaults } from './protocol-faults.ts'
import { disconnectRevoked, takeChanged } from './unit-credentials.store.ts'
import { allConnectedUnits, disconnectSilent } from './unit-links.store.ts'

type Watch = Work

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
const noticeCredentials = async (watch: Watch): Promise<void> => {
  const changed = await takeChanged(watch.tx)
  if (changed.length === 0) return
  await disconnectRevoked(watch.tx, watch.now)
  await announceAll(watch, changed)
}

/** What no message brings: units that fell silent, that have behaved again, or whose credentials were changed. */
export const watchUnits = async (watch: Watch): Promise<void> => {
  await noticeCredentials(watch)
  await noticeSilence(watch)
  await forgiveProtocolFaults(watch)
}

/** Watches units, and has all of them report anew when a job of that kind comes. */
export const startUnitWatch: StartBackground = async (parts) => {
  const { ports, db, log, inTransaction, askForReports } = parts
  await ports.jobs.work('units.askReports', async () => {
    for (const unit of await allConnectedUnits(db)) askForReports(unit)
  })
  const watching = repeat(watchEveryMs, log, async () => {
    await inTransaction((work) => watchUnits(work))
  })
  watching.start()
  return watching
}
