import { hasDeadLettersSince, insertDeadLetter } from '../../kernel/dead-letters.store.ts'
import type { UnitDeadLetter } from '../../kernel/device-inbox.ts'
import { faultWindowMs, maxFaultsInWindow } from '../../kernel/unit-throttle.ts'
import type { Work } from '../../kernel/work.ts'
import { findAcquiredUnits, listUnitsById } from './central-units.store.ts'
import { findLastEnrolment } from './enrolments.store.ts'
import { broadcastUnits } from './ingest-units.ts'
import { clearProtocolFaults, markProtocolFault } from './unit-links.store.ts'

/** A unit that has sent nothing wrong for so long loses its mark. */
const faultRetentionMs = 60 * 60_000

/** Tells the plants of these units how they are now. */
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
 * Keeps a message of a unit that could not be read or stored. Of a unit that no plant has acquired, or that lives another
 * life than the one enrolled, nothing is kept, nor a record for which there is no room: false.
 */
export const saveDeadLetter = async (letter: UnitDeadLetter, work: Work): Promise<boolean> => {
  const { tx, now } = work
  const { life, ...kept } = letter
  const row = (await findAcquiredUnits(tx, [kept.unit])).get(kept.unit)
  const isStranger = life !== null && row !== undefined && row.life !== null && row.life !== life
  if (!row || isStranger) return false
  return insertDeadLetter(tx, kept, now)
}

/** Marks those of these units of which letters were kept repeatedly, whichever node it was that kept them. */
export const markProtocolFaults = async (units: readonly string[], work: Work): Promise<void> => {
  const { tx, now } = work
  const acquired = await findAcquiredUnits(tx, [...units])
  for (const [unit, { plantId }] of acquired) {
    // Letters from the time of a former plant do not count.
    const enrolment = await findLastEnrolment(tx, plantId, unit)
    const since = new Date(Math.max(now.getTime() - faultWindowMs, enrolment?.startedAt.getTime() ?? 0))
    if ((await hasDeadLettersSince(tx, unit, maxFaultsInWindow, since)) && (await markProtocolFault(work, unit)))
      await broadcastUnitsById(work, [unit])
  }
}

/** Takes the mark from units that have behaved. */
export const expireProtocolFaults = async (work: Work): Promise<void> => {
  const cleared = await clearProtocolFaults(work, new Date(work.now.getTime() - faultRetentionMs))
  if (cleared.length > 0) await broadcastUnitsById(work, cleared)
}
