import type { TestResult, TestResultValue, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { findTest, listResults, toTestResult, viewTests } from '../emergency-tests/index.ts'
import { findPlant } from '../plants/index.ts'
import type { ReportRow } from './reports.store.ts'

/** Everything the paper says, before it is put into words. */
export type ReportContent = {
  plantname: string
  address: string
  owner: string
  timezone: string
  test: TestRun
  results: TestResult[]
  resultFilter: TestResultValue | null
  madeAt: Date
}

/** More rows than a unit can have lamps. */
const allRows = 2000

/** Reads what a report is about, as it stands now. */
export const collectReport = async (tx: Tx, report: ReportRow, now: Date): Promise<ReportContent> => {
  const plant = await findPlant(tx, report.plantId)
  const row = await findTest(tx, report.plantId, report.testId)
  if (!row) throw new Error(`report ${report.id} is of a test that is gone`)
  const [test] = await viewTests(tx, [row])
  if (!test) throw new Error(`test ${row.id} cannot be shown`)
  const filter = { result: report.resultFilter ?? undefined, search: '', sort: 'lamp', descending: false } as const
  const results = await listResults(tx, row.id, filter, { offset: 0, limit: allRows })
  return {
    plantname: plant.plantname,
    address: `${plant.street} ${plant.housenumber}, ${plant.cap} ${plant.city}${plant.prov ? ` (${plant.prov})` : ''}`,
    owner: plant.owner?.name ?? '',
    timezone: plant.timezone,
    test,
    results: results.map((result) => toTestResult(row.unit, result)),
    resultFilter: report.resultFilter,
    madeAt: now,
  }
}
