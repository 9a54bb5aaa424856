import type { ProductLine } from '@vigilux/contract/features/catalogue/product.ts'
import type { PresentState } from '@vigilux/contract/features/compliance/compliance.ts'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { computeReportFigures, filterRows } from '@vigilux/contract/features/reports/plant-report.rules.ts'
import type {
  LampOutcome,
  PlantReport,
  ReportPeriod,
  ReportRow,
} from '@vigilux/contract/features/reports/plant-report.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import type { Ports } from '../../../ports/ports.ts'
import { readPresent } from '../../compliance/index.ts'
import { type TestRunRow, viewTests } from '../../emergency-tests/index.ts'
import { findPlant } from '../../plants/index.ts'
import { listEndedTests, type Span } from '../plant-report.store.ts'
import { type DocumentStamp, readDocumentStamp } from '../render/render-pdf.ts'
import type { ReportOf } from '../reports.store.ts'
import { addressOf } from './collect-test-report.ts'
import { partsOfLamps } from './read-parts.ts'
import { readPlantReport } from './read-plant-report.ts'

/** Tests listed; the others are counted. Those of a single lamp share one line. */
const listedTests = { otherTests: 60, singleLamp: 500 }

/** Data of a plant report, before it is put into words. */
export type PlantReportContent = Pick<PlantReport, 'from' | 'until' | 'result' | 'units' | 'figures' | 'running'> & {
  plantname: string
  address: string
  /** ISO 3166 code. */
  country: string
  /** Empty in a register for an inspector. */
  owner: string
  timezone: string
  proof: DocumentStamp
  period: ReportPeriod
  devicesType: DeviceList
  outcome: LampOutcome | null
  search: string
  rows: ReportRow[]
  /**
   * Lamps with a failure before the period and no result since, and lamps with a failure in a still running test; only
   * counted when the report covers the last test alone, as for a Basic plant.
   */
  before: ReportRow[]
  openBefore: number
  ofRunningTests: ReportRow[]
  openRunning: number
  /** The spare part for each failed lamp, by serial. */
  parts: ReadonlyMap<string, ProductLine>
  /** Newest first; those of a single lamp follow the others. */
  tests: TestRun[]
  counted: PlantReport['tests']
  /** State of lamps and units at the time of the report. */
  now: PresentState
  madeAt: Date
}

/** Reads a plant report: every row of its filter, by unit and number. */
export const collectPlantReport = async (
  tx: Tx,
  ports: Pick<Ports, 'settings' | 'devices'>,
  { plantId, requestedAt, request }: Pick<ReportOf<'plant'>, 'plantId' | 'requestedAt' | 'request'>,
  madeAt: Date,
): Promise<PlantReportContent> => {
  const plant = await findPlant(tx, plantId)
  const { plantname, country, timezone } = plant
  const { period, devicesType, outcome, search, forInspector } = request
  // As of the request, however long the report waited.
  const query = { plantId, period, devicesType, timezone, now: requestedAt, devices: ports.devices }
  const { rows: all, before, ofRunningTests, span, tests: testCounts, ...report } = await readPlantReport(tx, query)
  const filter = { outcome, search, sort: 'lamp', descending: false } as const
  const rows = filterRows(all, filter)
  const listOpen = (open: readonly ReportRow[]) => (period === 'lastTest' ? [] : filterRows(open, filter))
  const openRows = { before: listOpen(before), ofRunningTests: listOpen(ofRunningTests) }
  const failed = [...rows.filter(({ outcome }) => outcome === 'failed'), ...openRows.before, ...openRows.ofRunningTests]
  return {
    plantname,
    country,
    timezone,
    address: addressOf(plant),
    owner: forInspector ? '' : (plant.owner?.name ?? ''),
    period,
    devicesType,
    outcome: outcome ?? null,
    search,
    ...report,
    rows,
    counted: testCounts,
    ...openRows,
    openBefore: before.length,
    openRunning: ofRunningTests.length,
    proof: await readDocumentStamp(tx, ports, { plantId, at: madeAt }),
    now: await readPresent(tx, plantId, madeAt),
    figures: computeReportFigures(all),
    parts: await partsOfLamps(tx, plantId, failed.map(worstOf)),
    tests: span ? await viewTests(tx, await listReportTests(tx, span), devicesType) : [],
    madeAt,
  }
}

const listReportTests = async (tx: Tx, span: Span): Promise<TestRunRow[]> => [
  ...(await listEndedTests(tx, span, { limit: listedTests.otherTests, only: 'otherTests' })),
  ...(await listEndedTests(tx, span, { limit: listedTests.singleLamp, only: 'singleLamp' })),
]

/** A failed lamp with its fault. */
const worstOf = ({ serial, functional, autonomy }: ReportRow) => ({
  serial,
  reason: (autonomy?.result === 'failed' ? autonomy : functional)?.reason ?? null,
})
