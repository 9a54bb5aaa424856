import { hasDeadLettersSince, insertDeadLetter } from '../../kernel/dead-letters.store.ts'
import type { UnitDeadLetter } from '../../kernel/device-inbox.ts'
import { faultWindowMs, maxFaultsInWindow } from '../../kernel/unit-throttle.ts'
import type { Work } from '../../kernel/work.ts'
import { findAcquiredUnits, listUnitsById } from './central-units.store.ts'
import { findLastEnrolment } from './enrolments.store.ts'
import { broadcastUnits } from './ingest-units.ts'
import { clearProtocolFaults, markProtocolFault } from './unit-links.store.ts'

/** Milliseconds without a wrong message after which a unit loses its mark. */
const faultRetentionMs = 60 * 60_000

/** Broadcasts the current state of these units to their plants. */
export const broadcastUnitsById = async (work: Work, units: string[]): Promise<string[]> => {
  const acquired = [...(await findAcquiredUnits(work.tx, units)).values()]
  const rows = await listUnitsById(
    work.tx,
    acquired.map(({ id }) => id),
  )
  await broadcastUnits(work, rows)
  return rows.map(({ plantId }) => plantId)
}

/**
 * Stores a dead letter. Returns false, without storing, for a unit not enrolled or in another life, and for a record
 * without room.
 */
export const saveDeadLetter = async (deadLetter: UnitDeadLetter, work: Work): Promise<boolean> => {
  const { tx, now } = work
  const { life, ...content } = deadLetter
  const row = (await findAcquiredUnits(tx, [content.unit])).get(content.unit)
  const isUnknownLife = life !== null && row !== undefined && row.life !== null && row.life !== life
  if (!row || isUnknownLife) return false
  return insertDeadLetter(tx, content, now)
}

/** Marks those of these units with repeated dead letters, whichever nodes stored them. */
export const markProtocolFaults = async (units: readonly string[], work: Work): Promise<void> => {
  const { tx, now } = work
  const acquired = await findAcquiredUnits(tx, [...units])
  for (const [unit, { plantId }] of acquired) {
    // Letters from the time of a previous plant do not count.
    const enrolment = await findLastEnrolment(tx, plantId, unit)
    const since = new Date(Math.max(now.getTime() - faultWindowMs, enrolment?.startedAt.getTime() ?? 0))
    if ((await hasDeadLettersSince(tx, unit, maxFaultsInWindow, since)) && (await markProtocolFault(work, unit)))
      await broadcastUnitsById(work, [unit])
  }
}

/** Clears the mark of units without recent faults. */
export const expireProtocolFaults = async (work: Work): Promise<void> => {
  const cleared = await clearProtocolFaults(work, new Date(work.now.getTime() - faultRetentionMs))
  if (cleared.length > 0) await broadcastUnitsById(work, cleared)
}
