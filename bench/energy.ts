import { createApiClient } from '../e2e/support/api-client.ts'
import type { RunningProduct } from '../e2e/support/running-product.ts'
import { findUnit } from '../server/src/features/central-units/index.ts'
import { insertPastEnergy } from '../server/src/features/energy/index.ts'
import { monitoringZoneLamps, monitoringZoneRows } from '../server/src/features/monitoring-zones/index.ts'
import { type Figure, measureTimes, percentile } from './measure.ts'
import { seedUnit } from './seed-unit.ts'

const topic = 'logicafm_0E992'
/** A full unit; the zone contains some of its lamps. */
const lampsOfUnit = 992
const lampsOfZone = 200
const charts = [
  ['a month by hour', { period: 'month', step: 'hour' }],
  ['a year by day', { period: 'year', step: 'day' }],
  ['a year by month', { period: 'year', step: 'month' }],
] as const
const questions = 30
/** An energy call costs ten points: a faster pace would measure the account's limit instead. */
const paceMs = 200

/** A year of a full unit, dimmed by the hour, and a monitoring zone with some of its lamps. */
const givenYear = async (product: RunningProduct, plantId: string): Promise<string> => {
  const { database, inTransaction } = product.product()
  await seedUnit(product, { plantId, cuId: '0E992', cuType: 'logicafm' })
  const centralUnitId = (await findUnit(database.db, plantId, { topic }))?.id ?? ''
  const lamps = Array.from({ length: lampsOfUnit }, (_, n) => ({
    serial: (0xa1_00_00 + n).toString(16).toUpperCase(),
    addr: n + 1,
    ratedDw: 400,
  }))
  return inTransaction(async ({ tx }) => {
    await insertPastEnergy(tx, {
      centralUnitId,
      timezone: 'Europe/Rome',
      lamps,
      from: '2025-01-01',
      until: '2025-12-31',
      reportedUntil: new Date('2025-12-31T23:00:00Z'),
      usedIn: ({ addr }, { hour }) =>
        hour < 6 || hour > 20 ? { energy: 1, onS: 0 } : { energy: 60 + ((hour * 7 + addr) % 40), onS: 900 },
    })
    const id = (await monitoringZoneRows.insert(tx, plantId, 'Bench')) ?? ''
    const zoneLamps = lamps.slice(0, lampsOfZone).map(({ serial }) => ({ centralUnitId, serial }))
    await monitoringZoneLamps.add(tx, id, zoneLamps)
    return id
  })
}

/** Charts over a year for a full unit, a zone and the whole plant, next to an answer of the same plant without sums. */
export const benchEnergy = async (product: RunningProduct, plantId: string): Promise<Figure[]> => {
  const zoneId = await givenYear(product, plantId)
  const person = await createApiClient(product.url).signIn('nto')
  const settingsMs = await measureTimes(questions, () => person.call('getEnergySettings', { plantId }))
  const limit = { value: percentile(settingsMs, 0.5), what: 'an answer that sums nothing' }
  const figures: Figure[] = []
  for (const [scopeName, scope] of [
    ['zone of 200 lamps', { kind: 'zone', zoneId }],
    ['plant', { kind: 'plant' }],
  ] as const)
    for (const [chartName, question] of charts) {
      const readEnergy = () => person.call('getEnergy', { plantId, of: scope, date: '2025-07-01', ...question })
      const durations: number[] = []
      for (let n = 0; n < questions; n++) {
        durations.push(...(await measureTimes(1, readEnergy)))
        await new Promise((resolve) => setTimeout(resolve, paceMs))
      }
      const name = `energy, ${scopeName} of 992: ${chartName}`
      const note = `p99 ${percentile(durations, 0.99).toFixed(0)} ms of ${questions}`
      figures.push({ name, value: percentile(durations, 0.5), unit: 'ms', limit, note })
    }
  return figures
}
