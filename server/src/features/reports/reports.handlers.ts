import { randomUUID } from 'node:crypto'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findPriceSettings, seesPrices } from '../bill-of-materials/index.ts'
import { findTest, isBeyondHistory } from '../emergency-tests/index.ts'
import { checkFileQuota, findFile, isKept } from '../files/index.ts'
import { findHistoryStart, plantDay } from '../plants/index.ts'
import { readFindings } from './collect/read-findings.ts'
import { reportMailHandlers } from './mail/report-mail.handlers.ts'
import { paperHandlers } from './paper.handlers.ts'
import { plantReportHandlers } from './plant-report.handlers.ts'
import { isBeyondBasic, isBeyondRole } from './report-limit.ts'
import { findReport, insertReport, type ReportRow, toReport } from './reports.store.ts'

export const reportHandlers: HandlersOf<typeof reportActions> = {
  getTestFindings: async ({ work, input, fail }) => {
    const { plantId, testId, devicesType } = input
    const test = (await findTest(work.tx, plantId, testId)) ?? fail('TEST_NOT_FOUND')
    const since = await findHistoryStart(work.tx, plantId, work.now)
    if (await isBeyondHistory(work.tx, test, since)) return fail('HISTORY_LIMIT_BASIC')
    return readFindings(work.tx, { test, devicesType, since })
  },
  ...plantReportHandlers,
  ...reportMailHandlers,
  ...paperHandlers,
  createReport: async ({ work, input, caller, fail }) => {
    const { plantId, testId, language, result, devicesType } = input
    const now = work.now
    const test = (await findTest(work.tx, plantId, testId)) ?? fail('TEST_NOT_FOUND')
    if (await isBeyondBasic(work.tx, { plantId, testId: test.id }, now)) return fail('REPORT_LIMIT_BASIC')
    const name = `${test.unit} ${await plantDay(work.tx, plantId, test.startedAt ?? test.requestedAt ?? now)}`
    work.audit.changed(null, { language, result })
    await checkFileQuota(work.tx, plantId, 1, work.ports.settings.filesQuotaMb)
    const row: ReportRow = {
      id: randomUUID(),
      plantId,
      testId,
      period: null,
      bill: null,
      paper: null,
      withPrices: false,
      language,
      resultFilter: result ?? null,
      state: 'queued',
      bytes: null,
      fileId: null,
      error: null,
      requestedBy: caller.userId,
      requestedAt: now,
    }
    await insertReport(work.tx, row)
    work.audit.about({ kind: 'report', id: row.id, name })
    await work.ports.jobs.enqueue(work.tx, 'report.make', { plantId, reportId: row.id, devicesType })
    const report = toReport(row)
    work.broadcast({ plant: plantId }, 'createReport', { plant_id: plantId, report })
    return { report }
  },
  createBillReport: async ({ work, input, role, caller }) => {
    const { plantId, of, language } = input
    const now = work.now
    await checkFileQuota(work.tx, plantId, 1, work.ports.settings.filesQuotaMb)
    work.audit.changed(null, { language })
    const row: ReportRow = {
      id: randomUUID(),
      plantId,
      testId: null,
      period: null,
      bill: of,
      paper: null,
      language,
      resultFilter: null,
      state: 'queued',
      bytes: null,
      fileId: null,
      error: null,
      requestedBy: caller.userId,
      requestedAt: now,
      withPrices: seesPrices(role, await findPriceSettings(work.tx, plantId)),
    }
    await insertReport(work.tx, row)
    work.audit.about({ kind: 'report', id: row.id, name: await plantDay(work.tx, plantId, now) })
    await work.ports.jobs.enqueue(work.tx, 'report.make', { plantId, reportId: row.id })
    const report = toReport(row)
    work.broadcast({ plant: plantId }, 'createReport', { plant_id: plantId, report })
    return { report }
  },
  getReport: async ({ work, input, fail }) => {
    const row = (await findReport(work.tx, input.plantId, input.reportId)) ?? fail('REPORT_NOT_FOUND')
    return { report: toReport(row) }
  },
  downloadReport: async ({ work, input, role, caller, fail }) => {
    const report = (await findReport(work.tx, input.plantId, input.reportId)) ?? fail('REPORT_NOT_FOUND')
    if (await isBeyondBasic(work.tx, report, work.now)) return fail('REPORT_LIMIT_BASIC')
    if (await isBeyondRole(work.tx, report, role)) return fail('REPORT_NOT_FOUND')
    if (report.state === 'queued' || report.state === 'running') return fail('REPORT_NOT_READY')
    const file = report.fileId === null ? undefined : await findFile(work.tx, report.fileId)
    if (!file || !isKept(file, work.now)) return fail('FILE_NOT_FOUND')
    work.audit.about({ kind: 'report', id: report.id, name: file.name })
    const url = work.ports.fileLinks.sign({ fileId: file.id, sessionId: caller.sessionId })
    return { url, name: file.name, bytes: file.bytes }
  },
}
