import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { maxRecordDelayMs, processRecordGaps } from './record-gap-task.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeEach(async () => {
  plant = await openPlantWithUnit()
})
afterEach(() => plant.server.stop())

const at = '2026-03-02T08:59:00.000Z'
const record = (seq: number, boot = 1) =>
  plant.sendMessage('record', { boot, seq, at, kind: 'mains', body: { on: seq % 2 } })
const advanceClock = (ms: number) => {
  const { clock } = plant.server
  clock.time = new Date(clock.time.getTime() + ms)
}
/** The gaps in the logbook: number of the boot, first, last and count. */
const gaps = async () => {
  await processRecordGaps(plant.server)
  const { rows } = await plant.server.database.pool.query(
    `select no, kind, facts, about, unit from logbook_entry where kind in ('recordsMissing', 'recordsRecovered') order by no`,
  )
  return rows.map(({ kind, facts }) => [kind, facts.boot, facts.first, facts.last, facts.count])
}

/** The evidence of compliance about gaps in the logbook. */
const evidence = async () => {
  const { rules } = await plant.client.call('getCompliance', { plantId: plant.plantId })
  return rules.find(({ rule }) => rule === 'R13')?.evidence ?? []
}

it('missing record numbers are reported after the delay, from the first one', async () => {
  await record(214)
  advanceClock(maxRecordDelayMs - 1)
  expect(await gaps()).toEqual([])
  advanceClock(1)
  const missing = ['recordsMissing', 1, 0, 213, 214]
  expect(await gaps()).toEqual([missing])
  expect(await evidence()).toContainEqual(
    expect.objectContaining({ what: 'recordsMissing', cu: 'logica_0A1B2C', value: 214 }),
  )
  await record(215)
  await record(214)
  advanceClock(maxRecordDelayMs)
  expect(await gaps()).toEqual([missing])
})

it('records in any order within the delay leave no gap', async () => {
  for (const seq of [3, 1, 0]) await record(seq)
  advanceClock(maxRecordDelayMs - 1)
  await record(2)
  await record(5)
  await record(0, 2)
  advanceClock(1)
  expect(await gaps()).toEqual([])
  await record(4)
  advanceClock(maxRecordDelayMs)
  expect(await gaps()).toEqual([])
})

it('gaps found together make one entry, and later ones another', async () => {
  for (const seq of [0, 3, 4, 7]) await record(seq)
  advanceClock(maxRecordDelayMs)
  expect(await gaps()).toEqual([['recordsMissing', 1, 1, 6, 4]])
  await record(9)
  advanceClock(maxRecordDelayMs)
  expect((await gaps()).slice(1)).toEqual([['recordsMissing', 1, 8, 8, 1]])
})

it('late records are stored, and a filled gap makes an entry', async () => {
  for (const seq of [0, 3]) await record(seq)
  advanceClock(maxRecordDelayMs)
  await gaps()
  await record(1)
  advanceClock(maxRecordDelayMs)
  expect(await gaps()).toHaveLength(1)
  await record(2)
  advanceClock(maxRecordDelayMs)
  expect((await gaps()).slice(1)).toEqual([['recordsRecovered', 1, 1, 2, 2]])
  expect((await evidence()).map(({ what }) => what)).not.toContain('recordsMissing')
  const { rows } = await plant.server.database.pool.query(
    `select missing.no = recovered.about as fits from logbook_entry missing, logbook_entry recovered
     where missing.kind = 'recordsMissing' and recovered.kind = 'recordsRecovered'`,
  )
  expect(rows).toEqual([{ fits: true }])
})

it('a deleted plant gets no gap entry', async () => {
  await record(7)
  advanceClock(maxRecordDelayMs)
  await plant.server.create.removePlant(plant.plantId)
  expect(await gaps()).toEqual([])
})
