import type { LogbookFacts, Moment } from '@vigilux/contract/features/compliance/facts.ts'
import { dayOfDate } from '@vigilux/contract/features/compliance/plant-day.ts'
import { completenessOf, requiredItems } from '@vigilux/contract/features/logbook/completeness.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { readLogbookFacts } from '../logbook/index.ts'

type MomentOf = (at: string) => Moment

const dated = (date: string): Moment => ({ at: `${date}T12:00:00.000Z`, day: dayOfDate(date) })

/** What people have entered in the plant's logbook, as it stood at a moment. */
export const readEntered = async (tx: Tx, plantId: string, at: Date, momentOf: MomentOf): Promise<LogbookFacts> => {
  const entered = await readLogbookFacts(tx, plantId, at)
  const { latest, drawingsDated, signed, responsible } = entered
  const complete = completenessOf(entered)
  const when = (told: string | undefined) => (told ? momentOf(told) : null)
  return {
    missing: requiredItems.filter((item) => complete[item] !== null),
    signedMonth: signed?.month ?? null,
    responsible,
    drawings: drawingsDated ? dated(drawingsDated) : null,
    alteration: when(latest.alteration),
    commissioned: entered.commissionedAt ? momentOf(entered.commissionedAt) : null,
    visual: when(latest.inspectionVisual),
    photometric: when(latest.inspectionPhotometric),
  }
}
