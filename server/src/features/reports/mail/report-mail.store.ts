import type { ReportMail } from '@vigilux/contract/features/reports/report-mail.ts'
import { and, asc, eq, lte, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/transaction.ts'
import { plantTable } from '../../../tables/plants.schema.ts'
import { reportMailTable } from '../reports.schema.ts'

export type ReportMailRow = typeof reportMailTable.$inferSelect

type ReportMailOwner = Pick<ReportMailRow, 'plantId' | 'userId'>

const isOwnedBy = ({ plantId, userId }: ReportMailOwner) =>
  and(eq(reportMailTable.plantId, plantId), eq(reportMailTable.userId, userId))

export const toReportMail = ({ rhythm, period, nextAt }: ReportMailRow): ReportMail => ({
  rhythm,
  period,
  nextAt: nextAt.toISOString(),
})

export const findReportMail = async (tx: Tx, owner: ReportMailOwner): Promise<ReportMailRow | undefined> => {
  const [row] = await tx.select().from(reportMailTable).where(isOwnedBy(owner))
  return row
}

/** One per person and plant: the last request wins. */
export const saveReportMail = async (tx: Tx, row: ReportMailRow): Promise<void> => {
  const { rhythm, period, nextAt } = row
  await tx
    .insert(reportMailTable)
    .values(row)
    .onConflictDoUpdate({
      target: [reportMailTable.plantId, reportMailTable.userId],
      set: { rhythm, period, nextAt },
    })
}

export const deleteReportMail = async (tx: Tx, owner: ReportMailOwner): Promise<void> => {
  await tx.delete(reportMailTable).where(isOwnedBy(owner))
}

/** Key of a scheduled report: a person may have one for each of several plants. */
export const mailKeyOf = ({ plantId, userId }: ReportMailOwner): string => `${plantId} ${userId}`

/** Locks the longest-due report mail, unless another node holds it or it has failed in this run. */
export const lockDueReportMail = async (
  tx: Tx,
  now: Date,
  failed: readonly string[],
): Promise<ReportMailRow | undefined> => {
  const [row] = await tx
    .select()
    .from(reportMailTable)
    .where(
      and(
        lte(reportMailTable.nextAt, now),
        sql`exists (select 1 from ${plantTable} where ${plantTable.id} = ${reportMailTable.plantId}
          and archived_at is null and removed_at is null)`,
        notInArray(sql`${reportMailTable.plantId} || ' ' || ${reportMailTable.userId}`, [...failed]),
      ),
    )
    .orderBy(asc(reportMailTable.nextAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}
