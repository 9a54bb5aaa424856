import type { TestResult, TestResultValue, TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import { parseUnitId } from '@vigilux/device-plane/topics.ts'
import type { Tx } from '../../../kernel/transaction.ts'
import { typeNameOf } from '../../../ports/device.ts'
import type { Ports } from '../../../ports/ports.ts'
import {
  findTest,
  listPassedSince,
  listResults,
  toTestResult,
  viewTests,
  withMeasuredBound,
} from '../../emergency-tests/index.ts'
import { findPlant, type PlantRow } from '../../plants/index.ts'
import { type DocumentStamp, readDocumentStamp } from '../render/render-pdf.ts'
import type { ReportOf } from '../reports.store.ts'

/** Data of a test report, before it is put into words. */
export type TestReportContent = {
  plantname: string
  address: string
  /** ISO 3166 code. */
  country: string
  owner: string
  timezone: string
  proof: DocumentStamp
  test: TestRun
  /** Type and serial of the tested unit. */
  unitName: string
  results: TestResult[]
  /** Serials of lamps with a later passed test of the same kind. */
  mended: ReadonlySet<string>
  resultFilter: TestResultValue | null
  devicesType: DeviceList
  madeAt: Date
}

/** More than the maximum number of lamps of a unit. */
const allRows = 2000

/** A plant's address on one line, without its country. */
export const addressOf = ({ street, housenumber, cap, city, prov }: PlantRow): string =>
  `${street} ${housenumber}, ${cap} ${city}${prov ? ` (${prov})` : ''}`

const unitNameOf = ({ devices }: Pick<Ports, 'devices'>, unit: string): string => {
  const parsed = parseUnitId(unit)
  return parsed ? `${typeNameOf(devices, parsed.cuType)} ${parsed.cuId}` : unit
}

/** Reads the current data of a report. */
export const collectTestReport = async (
  tx: Tx,
  ports: Pick<Ports, 'settings' | 'devices'>,
  { plantId, testId, request }: Pick<ReportOf<'test'>, 'plantId' | 'testId' | 'request'>,
  now: Date,
): Promise<TestReportContent> => {
  const { devicesType, result } = request
  const plant = await findPlant(tx, plantId)
  const row = await findTest(tx, plantId, testId)
  if (!row) throw new Error(`test ${testId} is gone`)
  const [test] = await viewTests(tx, [row], devicesType)
  if (!test) throw new Error(`test ${row.id} cannot be shown`)
  const filter = { result, devicesType, search: '', sort: 'lamp', descending: false } as const
  const results = await listResults(tx, row.id, filter, { offset: 0, limit: allRows })
  return {
    plantname: plant.plantname,
    address: addressOf(plant),
    country: plant.country,
    owner: plant.owner?.name ?? '',
    timezone: plant.timezone,
    proof: await readDocumentStamp(tx, ports, { plantId: plant.id, at: now }),
    test,
    unitName: unitNameOf(ports, row.unit),
    results: results.map((one) => withMeasuredBound(ports.devices, row.unit, toTestResult(row.unit, one))),
    mended: await listPassedSince(tx, row),
    resultFilter: result ?? null,
    devicesType,
    madeAt: now,
  }
}
