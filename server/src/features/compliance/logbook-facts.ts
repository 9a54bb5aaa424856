import type { LogbookFacts, Moment } from '@vigilux/contract/features/compliance/facts.ts'
import type { OpenFault } from '@vigilux/contract/features/compliance/faults.rules.ts'
import { dateOfDay, dayOfDate } from '@vigilux/contract/features/compliance/plant-day.ts'
import { findGaps } from '@vigilux/contract/features/logbook/completeness.rules.ts'
import { type DayOf, findUndrawnChange } from '@vigilux/contract/features/logbook/drawings.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { readLogbookFacts } from '../logbook/index.ts'

type EntryQuery = { at: Date; momentOf: (at: string) => Moment; openFaults: readonly OpenFault[] }

const noonOf = (date: string): Moment => ({ at: `${date}T12:00:00.000Z`, day: dayOfDate(date) })

/** Entries of people in the plant's logbook, as of a moment. */
export const readLogbookEntries = async (
  tx: Tx,
  plantId: string,
  { at, momentOf, openFaults }: EntryQuery,
): Promise<LogbookFacts> => {
  const logbookFacts = await readLogbookFacts(tx, plantId, at)
  const { latest, drawings, signedMonths, responsible } = logbookFacts
  const dayOf: DayOf = (instant) => dateOfDay(momentOf(instant).day)
  const undrawnSince = findUndrawnChange(logbookFacts, dayOf)
  const momentOrNull = (instant: string | undefined) => (instant ? momentOf(instant) : null)
  const missing = findGaps(
    logbookFacts,
    dayOf,
    openFaults.map(({ since }) => since.at),
  )
  return {
    missing: missing.map(({ item, since }) => ({ item, since: since === null ? null : momentOf(since) })),
    signedMonths,
    responsible,
    drawings: drawings ? noonOf(drawings.dated) : null,
    undrawnSince: undrawnSince === null ? null : momentOf(undrawnSince),
    commissioned: logbookFacts.commissionedAt ? momentOf(logbookFacts.commissionedAt) : null,
    visual: momentOrNull(latest.inspectionVisual),
    photometric: momentOrNull(latest.inspectionPhotometric),
  }
}
