import { isAvailableInBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import type { HandlersOf } from '../../../kernel/handler.ts'
import { findPlant, findTier } from '../../plants/index.ts'
import { nextReportMail } from './next-report-mail.ts'
import { deleteReportMail, findReportMail, saveReportMail, toReportMail } from './report-mail.store.ts'

type Handlers = Pick<HandlersOf<typeof reportActions>, 'getReportMail' | 'saveReportMail'>

export const reportMailHandlers: Handlers = {
  getReportMail: async ({ work, input: { plantId }, caller }) => {
    const row = await findReportMail(work.tx, { plantId, userId: caller.userId })
    return { mail: row ? toReportMail(row) : null }
  },
  saveReportMail: async ({ work, input: { plantId, rhythm, period }, caller }) => {
    const now = work.now
    const { plantname, timezone } = await findPlant(work.tx, plantId)
    const owner = { plantId, userId: caller.userId }
    work.audit.target({ kind: 'plant', id: plantId, name: plantname })
    const before = await findReportMail(work.tx, owner)
    work.audit.diff(before ? { rhythm: before.rhythm, period: before.period } : null, { rhythm, period })
    if (rhythm === null) {
      await deleteReportMail(work.tx, owner)
      return { mail: null }
    }
    if (!isAvailableInBasic(period) && (await findTier(work.tx, plantId, now)) === 'basic')
      return work.fail('REPORT_LIMIT_BASIC')
    const row = { ...owner, rhythm, period, nextAt: nextReportMail(rhythm, now, timezone) }
    await saveReportMail(work.tx, row)
    return { mail: toReportMail(row) }
  },
}
