import { isOfBasic } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findPlant, findTier } from '../plants/index.ts'
import { nextReportMail } from './next-report-mail.ts'
import { deleteReportMail, findReportMail, saveReportMail, toReportMail } from './report-mail.store.ts'

type Handlers = Pick<HandlersOf<typeof reportActions>, 'getReportMail' | 'saveReportMail'>

export const reportMailHandlers: Handlers = {
  getReportMail: async ({ input: { plantId }, tx, caller }) => {
    const row = await findReportMail(tx, { plantId, userId: caller.userId })
    return { mail: row ? toReportMail(row) : null }
  },
  saveReportMail: async ({ input: { plantId, rhythm, period }, tx, caller, ports, fail }) => {
    const now = ports.clock.now()
    const { plantname, timezone } = await findPlant(tx, plantId)
    const of = { plantId, userId: caller.userId }
    about(tx, { kind: 'plant', id: plantId, name: plantname })
    const before = await findReportMail(tx, of)
    changed(tx, before ? { rhythm: before.rhythm, period: before.period } : null, { rhythm, period })
    if (rhythm === null) {
      await deleteReportMail(tx, of)
      return { mail: null }
    }
    if (!isOfBasic(period) && (await findTier(tx, plantId, now)) === 'basic') return fail('REPORT_LIMIT_BASIC')
    const row = { ...of, rhythm, period, nextAt: nextReportMail(rhythm, now, timezone) }
    await saveReportMail(tx, row)
    return { mail: toReportMail(row) }
  },
}
