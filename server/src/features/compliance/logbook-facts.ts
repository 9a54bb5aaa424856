import type { LogbookItem } from '@vigilux/contract/features/compliance/compliance.ts'
import type { LogbookFacts, Moment } from '@vigilux/contract/features/compliance/facts.ts'
import { dayOfDate } from '@vigilux/contract/features/compliance/plant-day.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { type LogbookFacts as Entered, readLogbookFacts } from '../logbook/index.ts'

type MomentOf = (at: string) => Moment

/** What there is of each of the six items. Of services and alterations there may have been none: these are missing only where one is known of. */
const isThere: Record<LogbookItem, (entered: Entered) => boolean> = {
  certificates: ({ commissionedAt, alterationCertifiedAt, latest: { alteration } }) =>
    commissionedAt !== null &&
    (!alteration ||
      [commissionedAt, alterationCertifiedAt ?? ''].some((at) => at.slice(0, 10) >= alteration.slice(0, 10))),
  tests: ({ lastTestAt, latest }) =>
    lastTestAt !== null || Boolean(latest.inspectionDaily ?? latest.inspectionMonthly ?? latest.inspectionYearly),
  services: ({ latest }) =>
    Boolean(
      latest.service ??
        latest.inspectionMonthly ??
        latest.inspectionYearly ??
        latest.inspectionVisual ??
        latest.inspectionDaily,
    ),
  defects: ({ openDefects }) => openDefects === 0,
  alterations: ({ drawingsDated, latest: { alteration } }) =>
    drawingsDated !== null && (!alteration || drawingsDated >= alteration.slice(0, 10)),
  automaticTester: ({ latest }) => latest.automaticTester !== undefined,
}

const dated = (date: string): Moment => ({ at: `${date}T12:00:00.000Z`, day: dayOfDate(date) })

/** What people have entered in the plant's logbook, as it stood at a moment. */
export const readEntered = async (tx: Tx, plantId: string, at: Date, momentOf: MomentOf): Promise<LogbookFacts> => {
  const entered = await readLogbookFacts(tx, plantId, at)
  const { latest, drawingsDated, signed, responsible } = entered
  const when = (told: string | undefined) => (told ? momentOf(told) : null)
  return {
    missing: (Object.keys(isThere) as LogbookItem[]).filter((item) => !isThere[item](entered)),
    signedMonth: signed?.month ?? null,
    responsible,
    drawings: drawingsDated ? dated(drawingsDated) : null,
    alteration: when(latest.alteration),
    visual: when(latest.inspectionVisual),
    photometric: when(latest.inspectionPhotometric),
  }
}
