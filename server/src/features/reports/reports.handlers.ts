import { randomUUID } from 'node:crypto'
import type { reportActions } from '@vigilux/contract/features/reports/reports.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findTest, isLatestEnded } from '../emergency-tests/index.ts'
import { checkFileQuota, findFile, isKept } from '../files/index.ts'
import { findTier } from '../plants/index.ts'
import { findReport, insertReport, type ReportRow, toReport } from './reports.store.ts'

export const reportHandlers: HandlersOf<typeof reportActions> = {
  createReport: async ({ input, caller, tx, announce, ports, fail }) => {
    const { plantId, testId, language, result } = input
    const now = ports.clock.now()
    const test = (await findTest(tx, plantId, testId)) ?? fail('TEST_NOT_FOUND')
    if ((await findTier(tx, plantId, now)) === 'basic' && !(await isLatestEnded(tx, test)))
      return fail('REPORT_LIMIT_BASIC')
    await checkFileQuota(tx, plantId, 1, ports.settings.filesQuotaMb)
    const row: ReportRow = {
      id: randomUUID(),
      plantId,
      testId,
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
    await ports.jobs.enqueue(tx, 'report.make', { plantId, reportId: row.id })
    const report = toReport(row)
    announce({ plant: plantId }, 'createReport', { plant_id: plantId, report })
    return { report }
  },
  getReport: async ({ input, tx, fail }) => {
    const row = (await findReport(tx, input.plantId, input.reportId)) ?? fail('REPORT_NOT_FOUND')
    return { report: toReport(row) }
  },
  downloadReport: async ({ input, caller, tx, ports, fail }) => {
    const report = (await findReport(tx, input.plantId, input.reportId)) ?? fail('REPORT_NOT_FOUND')
    const file = report.fileId === null ? undefined : await findFile(tx, report.fileId)
    if (!file || !isKept(file, ports.clock.now())) return fail('FILE_NOT_FOUND')
    const url = ports.fileLinks.sign({ fileId: file.id, sessionId: caller.sessionId })
    return { url, name: file.name, bytes: file.bytes }
  },
}
