import type { LampBattery } from '@vigilux/contract/features/batteries/battery-outlook.ts'
import type { MeasuredLamp, Outlook } from '@vigilux/contract/features/batteries/outlook.rules.ts'
import { computeOutlooks } from '@vigilux/contract/features/batteries/outlook.rules.ts'
import { partForFault } from '@vigilux/contract/features/catalogue/parts.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Ports } from '../../ports/ports.ts'
import { type OpenCatalogue, readCatalogue } from '../catalogue/index.ts'
import { listUnitRows } from '../central-units/index.ts'
import { type BatteryLampRow, listBatteryLamps, listFaultyLamps, listMeasurements } from './batteries.store.ts'

/** A lamp with a battery; `battery` is null if the catalogue does not know it. */
export type BatteryLamp = BatteryLampRow & { battery: string | null; neededNow: boolean }

/** Adds a lamp's battery, and whether an open fault requires a new one. */
const withBattery = <Row extends Pick<BatteryLampRow, 'productCode' | 'errors'>>(
  row: Row,
  { products }: OpenCatalogue,
): Row & { battery: string | null; neededNow: boolean } => {
  const product = row.productCode === null ? undefined : products.get(row.productCode)
  const battery = product?.batteryCode ?? null
  const kindOf = (code: string) => products.get(code)?.kind
  const faultyParts = product ? row.errors.map((error) => partForFault(product, error, kindOf)) : []
  return { ...row, battery, neededNow: battery !== null && faultyParts.includes(battery) }
}

/** The lamps of a plant with a possible battery, without those with none by the catalogue. */
export const readBatteryLamps = async (tx: Tx, plantId: string, catalogue: OpenCatalogue): Promise<BatteryLamp[]> => {
  const units = (await listUnitRows(tx, [plantId])).filter(({ acquired }) => acquired)
  if (units.length === 0) return []
  const rows = await listBatteryLamps(
    tx,
    units.map(({ id }) => id),
  )
  return rows
    .map((row) => withBattery(row, catalogue))
    .filter(({ battery, productCode }) => battery !== null || !catalogue.products.has(productCode ?? ''))
}

/** Number of batteries required by open faults, by plant. */
export const countNeededBatteries = async (tx: Tx, plantIds: readonly string[]): Promise<Map<string, number>> => {
  const catalogue = await readCatalogue(tx)
  const needed = (await listFaultyLamps(tx, plantIds)).filter((row) => withBattery(row, catalogue).neededNow)
  const byPlant = Map.groupBy(needed, ({ plantId }) => plantId)
  return new Map([...byPlant].map(([id, rows]) => [id, rows.reduce((sum, { lamps }) => sum + lamps, 0)]))
}

/** Known data and outlook of a plant's batteries; both in the order of the lamps. */
export const readBatteryOutlook = async (tx: Tx, { settings }: Pick<Ports, 'settings'>, plantId: string) => {
  const catalogue = await readCatalogue(tx)
  const lamps = await readBatteryLamps(tx, plantId, catalogue)
  const measurements = await listMeasurements(tx, plantId)
  const minimumData = settings.limits.batteryOutlook
  const measuredLamps = lamps.map(
    ({ serial, battery, neededNow }): MeasuredLamp => ({
      code: battery,
      neededNow,
      measured: measurements.get(serial) ?? [],
    }),
  )
  return {
    catalogue,
    lamps,
    known: measuredLamps,
    fewest: minimumData,
    ...outlooksOf(lamps, measuredLamps, minimumData),
  }
}

const outlooksOf = (
  lamps: readonly BatteryLamp[],
  measuredLamps: readonly MeasuredLamp[],
  minimumData: { tests: number; lamps: number },
) => {
  const { lamps: outlooks, measured } = computeOutlooks(measuredLamps, minimumData)
  return {
    measured,
    pairs: lamps.flatMap((lamp, n) => {
      const outlook = outlooks[n]
      return outlook ? [{ lamp, outlook }] : []
    }),
  }
}

/** A battery as members see it. */
export const toLampBattery = (
  lamp: BatteryLamp,
  { battery, replacedAfter, ends, why: reason }: Outlook,
): LampBattery => {
  const last = battery.at(-1)
  return {
    cu: lamp.unit,
    lamp: lamp.addr,
    serial: lamp.serial,
    description: lamp.description ?? '',
    location: lamp.location ?? '',
    tests: battery.length,
    replacedAfter: replacedAfter === null ? null : new Date(replacedAfter).toISOString(),
    measured_min: last && lamp.ratedMin !== null ? Math.floor(last.share * lamp.ratedMin) : null,
    rated_min: lamp.ratedMin,
    ends,
    why: reason,
  }
}
