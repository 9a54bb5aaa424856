import { hasLettersSince, insertDeadLetter } from '../../kernel/dead-letters.store.ts'
import type { UnitLetter } from '../../kernel/device-inbox.ts'
import { countedMs, faultsInARow } from '../../kernel/unit-conduct.ts'
import type { Work } from '../../kernel/work.ts'
import { acquiredUnits, unitsById } from './central-units.store.ts'
import { lastEnrolment } from './enrolments.store.ts'
import { announceUnits } from './ingest-units.ts'
import { clearProtocolFaults, markProtocolFault } from './unit-links.store.ts'

/** A unit that has sent nothing wrong for so long loses its mark. */
const markedMs = 60 * 60_000

/** Tells the plants of these units how they are now. */
export const announceAll = async (work: Work, units: string[]): Promise<string[]> => {
  const acquired = [...(await acquiredUnits(work.tx, units)).values()]
  const rows = await unitsById(
    work.tx,
    acquired.map(({ id }) => id),
  )
  await announceUnits(work, rows)
  return rows.map(({ plantId }) => plantId)
}

/**
 * Keeps a message of a unit that could not be read or stored. Of a unit that no plant has acquired, or that lives another
 * life than the one enrolled, nothing is kept, nor a record for which there is no room: false.
 */
export const keepLetter = async (letter: UnitLetter, work: Work): Promise<boolean> => {
  const { tx, now } = work
  const { life, ...kept } = letter
  const row = (await acquiredUnits(tx, [kept.unit])).get(kept.unit)
  const isStranger = life !== null && row !== undefined && row.life !== null && row.life !== life
  if (!row || isStranger) return false
  return insertDeadLetter(tx, kept, now)
}

/** Marks those of these units of which letters were kept repeatedly, whichever node it was that kept them. */
export const lettersKept = async (units: readonly string[], work: Work): Promise<void> => {
  const { tx, now } = work
  const acquired = await acquiredUnits(tx, [...units])
  for (const [unit, { plantId }] of acquired) {
    // Letters from the time of a former plant do not count.
    const enrolment = await lastEnrolment(tx, plantId, unit)
    const since = new Date(Math.max(now.getTime() - countedMs, enrolment?.startedAt.getTime() ?? 0))
    if ((await hasLettersSince(tx, unit, faultsInARow, since)) && (await markProtocolFault(work, unit)))
      await announceAll(work, [unit])
  }
}

/** Takes the mark from units that have behaved. */
export const forgiveProtocolFaults = async (work: Work): Promise<void> => {
  const cleared = await clearProtocolFaults(work, new Date(work.now.getTime() - markedMs))
  if (cleared.length > 0) await announceAll(work, cleared)
}
