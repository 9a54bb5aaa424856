import { randomUUID } from 'node:crypto'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findPriceSettings, seesPrices } from '../bill-of-materials/index.ts'
import { findTest, isBeyondHistory } from '../emergency-tests/index.ts'
import { checkFileQuota, findFile, isKept } from '../files/index.ts'
import { findHistoryStart, plantDay } from '../plants/index.ts'
import { paperHandlers } from './paper.handlers.ts'
import { plantReportHandlers } from './plant-report.handlers.ts'
import { readFindings } from './read-findings.ts'
import { isBeyondBasic, isBeyondRole } from './report-limit.ts'
import { reportMailHandlers } from './report-mail.handlers.ts'
import { findReport, insertReport, type ReportRow, toReport } from './reports.store.ts'

export const reportHandlers: HandlersOf<typeof reportActions> = {
  getTestFindings: async ({ input, tx, ports, fail }) => {
    const { plantId, testId, devicesType } = input
    const test = (await findTest(tx, plantId, testId)) ?? fail('TEST_NOT_FOUND')
    const since = await findHistoryStart(tx, plantId, ports.clock.now())
    if (await isBeyondHistory(tx, test, since)) return fail('HISTORY_LIMIT_BASIC')
    return readFindings(tx, { test, devicesType, since })
  },
  ...plantReportHandlers,
  ...reportMailHandlers,
  ...paperHandlers,
  createReport: async ({ input, caller, tx, announce, ports, fail }) => {
    const { plantId, testId, language, result, devicesType } = input
    const now = ports.clock.now()
    const test = (await findTest(tx, plantId, testId)) ?? fail('TEST_NOT_FOUND')
    if (await isBeyondBasic(tx, { plantId, testId: test.id }, now)) return fail('REPORT_LIMIT_BASIC')
    const name = `${test.unit} ${await plantDay(tx, plantId, test.startedAt ?? test.requestedAt ?? now)}`
    changed(tx, null, { language, result })
    await checkFileQuota(tx, plantId, 1, ports.settings.filesQuotaMb)
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
    await insertReport(tx, row)
    about(tx, { kind: 'report', id: row.id, name })
    await ports.jobs.enqueue(tx, 'report.make', { plantId, reportId: row.id, devicesType })
    const report = toReport(row)
    announce({ plant: plantId }, 'createReport', { plant_id: plantId, report })
    return { report }
  },
  createBillReport: async ({ input, role, caller, tx, announce, ports }) => {
    const { plantId, of, language } = input
    const now = ports.clock.now()
    await checkFileQuota(tx, plantId, 1, ports.settings.filesQuotaMb)
    changed(tx, null, { language })
    const row: ReportRow = {
      ...{
        id: randomUUID(),
        plantId,
        testId: null,
        period: null,
        bill: of,
        paper: null,
        language,
        resultFilter: null,
        state: 'queued',
      },
      ...{ bytes: null, fileId: null, error: null, requestedBy: caller.userId, requestedAt: now },
      withPrices: seesPrices(role, await findPriceSettings(tx, plantId)),
    }
    await insertReport(tx, row)
    about(tx, { kind: 'report', id: row.id, name: await plantDay(tx, plantId, now) })
    await ports.jobs.enqueue(tx, 'report.make', { plantId, reportId: row.id })
    const report = toReport(row)
    announce({ plant: plantId }, 'createReport', { plant_id: plantId, report })
    return { report }
  },
  getReport: async ({ input, tx, fail }) => {
    const row = (await findReport(tx, input.plantId, input.reportId)) ?? fail('REPORT_NOT_FOUND')
    return { report: toReport(row) }
  },
  downloadReport: async ({ input, role, caller, tx, ports, fail }) => {
    const report = (await findReport(tx, input.plantId, input.reportId)) ?? fail('REPORT_NOT_FOUND')
    if (await isBeyondBasic(tx, report, ports.clock.now())) return fail('REPORT_LIMIT_BASIC')
    if (await isBeyondRole(tx, report, role)) return fail('REPORT_NOT_FOUND')
    if (report.state === 'queued' || report.state === 'running') return fail('REPORT_NOT_READY')
    const file = report.fileId === null ? undefined : await findFile(tx, report.fileId)
    if (!file || !isKept(file, ports.clock.now())) return fail('FILE_NOT_FOUND')
    about(tx, { kind: 'report', id: report.id, name: file.name })
    const url = ports.fileLinks.sign({ fileId: file.id, sessionId: caller.sessionId })
    return { url, name: file.name, bytes: file.bytes }
  },
}
