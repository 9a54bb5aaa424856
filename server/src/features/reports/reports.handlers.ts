import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findTest, isBeyondHistory } from '../emergency-tests/index.ts'
import { findFile, isAvailable } from '../files/index.ts'
import { findHistoryStart } from '../plants/index.ts'
import { readFindings } from './collect/read-findings.ts'
import { inspectorRegisterHandlers } from './inspector-registers.ts'
import { reportMailHandlers } from './mail/report-mail.handlers.ts'
import { requestReportHandlers } from './order-report.ts'
import { plantReportHandlers } from './plant-report.handlers.ts'
import { isBeyondBasic, isBeyondRole } from './report-limit.ts'
import { findReport, toReport } from './reports.store.ts'

export const reportHandlers: HandlersOf<typeof reportActions> = {
  getTestFindings: async ({ work, input }) => {
    const { plantId, testId, devicesType } = input
    const test = (await findTest(work.tx, plantId, testId)) ?? work.fail('TEST_NOT_FOUND')
    const since = await findHistoryStart(work.tx, plantId, work.now)
    if (await isBeyondHistory(work.tx, test, since)) return work.fail('HISTORY_LIMIT_BASIC')
    return readFindings(work.tx, { test, devicesType, since })
  },
  ...plantReportHandlers,
  ...reportMailHandlers,
  ...requestReportHandlers,
  ...inspectorRegisterHandlers,
  getReport: async ({ work, input }) => {
    const row = (await findReport(work.tx, input.plantId, input.reportId)) ?? work.fail('REPORT_NOT_FOUND')
    return { report: toReport(row) }
  },
  downloadReport: async ({ work, input, role, caller }) => {
    const report = (await findReport(work.tx, input.plantId, input.reportId)) ?? work.fail('REPORT_NOT_FOUND')
    if (await isBeyondBasic(work.tx, report, work.now)) return work.fail('REPORT_LIMIT_BASIC')
    if (await isBeyondRole(work.tx, report, role)) return work.fail('REPORT_NOT_FOUND')
    if (report.state === 'queued' || report.state === 'running') return work.fail('REPORT_NOT_READY')
    const file = report.fileId === null ? undefined : await findFile(work.tx, report.fileId)
    if (!file || !isAvailable(file, work.now)) return work.fail('FILE_NOT_FOUND')
    work.audit.target({ kind: 'report', id: report.id, name: file.name })
    const url = work.ports.fileLinks.sign({ fileId: file.id, sessionId: caller.sessionId })
    return { url, name: file.name, bytes: file.bytes }
  },
}
