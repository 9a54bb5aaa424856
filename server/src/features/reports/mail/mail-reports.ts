import { isAvailableInBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { BackgroundParts } from '../../../kernel/background.ts'
import type { User } from '../../../kernel/caller.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { processEachLocked } from '../../../kernel/run-task.ts'
import type { TaskFactory } from '../../../kernel/task.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { refusable, type Work } from '../../../kernel/work.ts'
import { findCaller } from '../../accounts/index.ts'
import type { MailToSend } from '../../mails/index.ts'
import { findRole } from '../../members/index.ts'
import { findPlant, findTier } from '../../plants/index.ts'
import type { PlantReportContent } from '../collect/collect-plant-report.ts'
import { requestPlantReport } from '../order-report.ts'
import { summaryOf } from '../render/render-plant-report.ts'
import { findReportOfMail, type ReportOf } from '../reports.store.ts'
import { nextReportMail } from './next-report-mail.ts'
import {
  deleteReportMail,
  lockDueReportMail,
  mailKeyOf,
  type ReportMailRow,
  saveReportMail,
} from './report-mail.store.ts'

const pollIntervalMs = 30_000

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'log'>

/** The receiver, as long as the plant is visible to the person; there is no session here. */
const readerOf = async (
  tx: Tx,
  { plantId, userId }: Pick<ReportMailRow, 'plantId' | 'userId'>,
  now: Date,
): Promise<User | null> => {
  const person = await findCaller(tx, userId, '')
  return person && !person.suspended && (await findRole(tx, person, plantId, now)) !== null ? person : null
}

const order = async (work: Work, dueMail: ReportMailRow, { language }: User): Promise<void> => {
  const { tx, ports } = work
  const isBasic = (await findTier(tx, dueMail.plantId, ports.clock.now())) === 'basic'
  const period = isBasic && !isAvailableInBasic(dueMail.period) ? 'lastTest' : dueMail.period
  const request = { period, devicesType: 'all', search: '', byMail: true } as const
  try {
    await requestPlantReport(refusable(work), { plantId: dueMail.plantId, request, language, by: dueMail.userId })
  } catch (error) {
    // There is no room for the PDF: the next report is tried at its own time.
    if (!(error instanceof Refusal)) throw error
  }
}

/** A report missed during downtime is made once. A receiver without access to the plant any more is removed. */
export const orderDueReports = (parts: Parts): Promise<void> =>
  processEachLocked({ ...parts, failure: 'a report that goes by mail cannot be made' }, async (work, failed, found) => {
    const { now } = work
    const dueMail = await lockDueReportMail(work.tx, now, failed)
    if (!dueMail) return false
    found(mailKeyOf(dueMail))
    const reader = await readerOf(work.tx, dueMail, now)
    if (!reader) {
      await deleteReportMail(work.tx, dueMail)
      return true
    }
    const { timezone } = await findPlant(work.tx, dueMail.plantId)
    await saveReportMail(work.tx, { ...dueMail, nextAt: nextReportMail(dueMail.rhythm, now, timezone) })
    await order(work, dueMail, reader)
    return true
  })

/** Mails a finished report if its receiver may still see the plant. */
export const mailReport = async (
  work: Work,
  { plantId, requestedBy: userId, request }: Pick<ReportOf<'plant'>, 'plantId' | 'requestedBy' | 'request'>,
  content: PlantReportContent,
  fileId: string,
): Promise<void> => {
  const reader = request.byMail ? await readerOf(work.tx, { plantId, userId }, work.now) : null
  if (!reader) return
  const { verdict, period } = await summaryOf(content, reader.language)
  await work.ports.mail.send(work.tx, {
    to: reader.email,
    language: reader.language,
    template: 'plantReport',
    attachment: fileId,
    values: {
      plant: content.plantname,
      verdict,
      period,
      url: `${work.ports.settings.publicUrl}/#/plantreport/${plantId}?tab=reports&period=${content.period}`,
    },
  })
}

/** The last check before a report is sent: withdraws it if its receiver may not see the plant any more. */
export const withdrawReport = async (
  { ports, inTransaction }: Pick<Parts, 'ports' | 'inTransaction'>,
  { id, attachment }: MailToSend,
): Promise<void> => {
  if (!attachment) return
  await inTransaction(async ({ tx }) => {
    const report = await findReportOfMail(tx, attachment)
    if (!report) return
    const owner = { plantId: report.plantId, userId: report.requestedBy }
    if (!(await readerOf(tx, owner, ports.clock.now()))) await ports.mail.withdraw(tx, [id])
  })
}

export const reportMailTask: TaskFactory = (parts) => ({
  name: 'mail reports',
  everyMs: pollIntervalMs,
  turn: () => orderDueReports(parts),
})
