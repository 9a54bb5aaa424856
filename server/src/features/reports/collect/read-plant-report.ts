import type { TestKind } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import {
  computeReportFigures,
  firstDayOfPeriod,
  outcomeOf,
  overallPlantResult,
  overallResult,
} from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type {
  PlantReport,
  ReportPeriod,
  ReportRow,
  ReportUnit,
} from '@vigilux/contract/features/reports/plant-report.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { dayIn, startOfDay } from '../../../kernel/zoned.ts'
import type { DevicePort } from '../../../ports/device.ts'
import { findLinks, isConnected, listUnitRows } from '../../central-units/index.ts'
import { withMeasuredBound } from '../../emergency-tests/index.ts'
import {
  countFailingLamps,
  countRunning,
  countTestsOf,
  type FoundResult,
  findLastEndedTest,
  lastResults,
  listOpenFailures,
  listPresentLamps,
  type NamedLamp,
  type PresentLamp,
  type Span,
} from '../plant-report.store.ts'

/** The request of a report, with the zone in which its days are counted. */
export type PlantReportQuery = {
  plantId: string
  period: ReportPeriod
  devicesType: DeviceList
  timezone: string
  now: Date
  /** The unit types, which say how exactly their lamps measure. */
  devices: DevicePort
}

/** The span of a report, or its single test. A plant without any test has no last test. */
export const spanOf = async (
  tx: Tx,
  { plantId, period, devicesType, timezone, now }: Omit<PlantReportQuery, 'devices'>,
): Promise<Span | null> => {
  const first = firstDayOfPeriod(period, dayIn(now, timezone))
  const span = { plantId, from: first === null ? null : startOfDay(first, timezone), until: now, devices: devicesType }
  if (period !== 'lastTest') return { ...span, testId: null }
  const test = await findLastEndedTest(tx, plantId, now)
  return test ? { ...span, from: test.startedAt ?? test.requestedAt, testId: test.id } : null
}

const keyOf = ({ cu, lamp, serial }: NamedLamp): string => `${cu} ${serial || `#${lamp}`}`

/** One row per lamp: lamps tested in the span, and other installed lamps. */
const rowsOf = (found: readonly FoundResult[], presentLamps: readonly PresentLamp[], isWhole: boolean): ReportRow[] => {
  const now = new Map(presentLamps.map((lamp) => [keyOf(lamp), lamp]))
  const tested = Map.groupBy(found, keyOf)
  const lastOf = (results: readonly FoundResult[], kind: TestKind) =>
    results.find((one) => one.kind === kind)?.last ?? null
  const rows = [...tested].map(([key, results]) => {
    // An installed lamp has its current name; a removed lamp has its last one.
    const newest = results.toSorted((a, b) => b.last.at.localeCompare(a.last.at))[0]
    const lampNow = now.get(key) ?? newest
    const [functional, autonomy] = [lastOf(results, 'functional'), lastOf(results, 'autonomy')]
    return lampNow ? [{ ...rowOf(lampNow, functional, autonomy), isFormer: !now.has(key) }] : []
  })
  const untested = isWhole ? presentLamps.filter((lamp) => lamp.isEmergency && !tested.has(keyOf(lamp))) : []
  return [...rows.flat(), ...untested.map((lamp) => rowOf(lamp, null, null))]
}

const rowOf = (
  { cu, lamp, serial, description, location }: NamedLamp,
  functional: ReportRow['functional'],
  autonomy: ReportRow['autonomy'],
): ReportRow => ({
  cu,
  lamp,
  serial,
  description,
  location,
  functional,
  autonomy,
  outcome: outcomeOf(functional, autonomy),
  isFormer: false,
})

const unitsOf = async (tx: Tx, plantId: string, rows: readonly ReportRow[]): Promise<ReportUnit[]> => {
  const acquiredUnits = (await listUnitRows(tx, [plantId])).filter(({ acquired }) => acquired)
  const links = await findLinks(
    tx,
    acquiredUnits.map(({ unit }) => unit),
  )
  const byUnit = Map.groupBy(rows, ({ cu }) => cu)
  const names = [...new Set([...acquiredUnits.map(({ unit }) => unit), ...byUnit.keys()])]
  return names.map((cu) => {
    const row = acquiredUnits.find(({ unit }) => unit === cu)
    const lamps = byUnit.get(cu) ?? []
    const { functional, autonomy } = computeReportFigures(lamps)
    return {
      cu,
      description: row?.description ?? '',
      location: row?.location ?? '',
      lamps: lamps.length,
      connected: row ? isConnected(row, links.get(cu)) : null,
      functional: overallResult(functional),
      autonomy: overallResult(autonomy),
    }
  })
}

/** Results with the meaning of their durations where a type measures in steps. */
const withBounds = <Found extends FoundResult>(found: readonly Found[], devices: DevicePort): Found[] =>
  found.map((one) => ({ ...one, last: withMeasuredBound(devices, one.cu, one.last) }))

/** Lamps with an open failed test missing from the rows, as rows. A lamp is in one of the lists. */
const listOtherFailures = async (
  tx: Tx,
  { plantId, devices }: Pick<PlantReportQuery, 'plantId' | 'devices'>,
  rows: readonly ReportRow[],
  presentLamps: readonly PresentLamp[],
): Promise<{ before: ReportRow[]; ofRunningTests: ReportRow[] }> => {
  const failedWithin = new Set(rows.filter(({ outcome }) => outcome === 'failed').map(keyOf))
  const failed = withBounds(await listOpenFailures(tx, plantId), devices)
  const failedBefore = new Set(failed.filter(({ isOfRunningTest }) => !isOfRunningTest).map(keyOf))
  const otherRows = rowsOf(failed, presentLamps, false).filter((row) => !failedWithin.has(keyOf(row)))
  return {
    before: otherRows.filter((row) => failedBefore.has(keyOf(row))),
    ofRunningTests: otherRows.filter((row) => !failedBefore.has(keyOf(row))),
  }
}

/** The full report before its filter is applied; rows by unit and number. */
export type FullReport = Pick<PlantReport, 'from' | 'until' | 'result' | 'units' | 'tests' | 'running'> & {
  rows: ReportRow[]
  before: ReportRow[]
  ofRunningTests: ReportRow[]
  span: Span | null
}

export const readPlantReport = async (tx: Tx, query: PlantReportQuery): Promise<FullReport> => {
  const { plantId, period, devicesType, now, devices } = query
  const span = await spanOf(tx, query)
  // Only emergency lamps are tested; other devices have no missing tests.
  const isOfTested = devicesType === 'all' || devicesType === 'emergency'
  const isWhole = period !== 'lastTest' && isOfTested
  const presentLamps = await listPresentLamps(tx, plantId)
  const rows = rowsOf(span ? withBounds(await lastResults(tx, span), devices) : [], presentLamps, isWhole)
  const units = await unitsOf(tx, plantId, rows)
  const { before, ofRunningTests } = isOfTested
    ? await listOtherFailures(tx, { plantId, devices }, rows, presentLamps)
    : { before: [], ofRunningTests: [] }
  const failing = isOfTested ? await countFailingLamps(tx, plantId) : 0
  return {
    from: span?.from?.toISOString() ?? null,
    until: now.toISOString(),
    rows,
    before,
    ofRunningTests,
    units,
    span,
    result: overallPlantResult(rows, units, before.length + ofRunningTests.length + failing),
    tests: span ? await countTestsOf(tx, span) : { functional: 0, autonomy: 0 },
    running: await countRunning(tx, plantId),
  }
}
