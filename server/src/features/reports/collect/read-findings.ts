import { compareLamps, lowReserveSeconds } from '@vigilux/contract/features/emergency-tests/findings.rules.ts'
import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { TestedLamp, TestFindings } from '@vigilux/contract/features/reports/test-findings.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { listResults, type TestRunRow, toTestResult } from '../../emergency-tests/index.ts'
import { listEarlierResults } from './findings.store.ts'
import { partsOfLamps } from './read-parts.ts'

/** More than the maximum number of lamps of a unit. */
const allRows = 2000

const toTestedLamp = ({ cu, lamp, serial, description, location }: TestResult): TestedLamp => ({
  cu,
  lamp,
  serial,
  description,
  location,
})

const findChanges = async (tx: Tx, test: TestRunRow, results: readonly TestResult[], since: Date | null) => {
  const { id: testId, centralUnitId, kind, requestedAt } = test
  const { last, lastFound } = await listEarlierResults(tx, { testId, centralUnitId, kind, requestedAt, since })
  const times = [...last.values()].map(({ at }) => at.getTime())
  if (times.length === 0) return null
  const lamps = results.map((now) => ({
    lamp: toTestedLamp(now),
    now,
    before: last.get(now.serial) ?? null,
    found: lastFound.get(now.serial) ?? null,
  }))
  const { median_s, ...changes } = compareLamps(lamps)
  return {
    at: new Date(Math.max(...times)).toISOString(),
    ...changes,
    median_s: kind === 'autonomy' ? median_s : null,
  }
}

/** Reads the findings of a test; of its history only the part open to the reader. */
export const readFindings = async (
  tx: Tx,
  { test, devicesType, since }: { test: TestRunRow; devicesType: DeviceList; since: Date | null },
): Promise<TestFindings> => {
  const filter = { devicesType, search: '', sort: 'lamp', descending: false } as const
  const rows = await listResults(tx, test.id, filter, { offset: 0, limit: allRows })
  const results = rows.map((row) => toTestResult(test.unit, row))
  const parts = await partsOfLamps(
    tx,
    test.plantId,
    results.filter(({ result }) => result === 'failed'),
  )
  const reserveSeconds = results.flatMap((row) => lowReserveSeconds(row) ?? [])
  return {
    since: await findChanges(tx, test, results, since),
    parts: results.flatMap(({ lamp, serial }) => {
      const part = parts.get(serial)
      return part ? [{ lamp, part }] : []
    }),
    near: reserveSeconds.length === 0 ? null : { lamps: reserveSeconds.length, spare_s: Math.min(...reserveSeconds) },
  }
}
