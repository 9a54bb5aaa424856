import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { findUnit } from '../central-units/index.ts'
import { countEntries, findHead, findSearchStart, listEntries } from './entries.store.ts'
import { addEntries, entryOfUnit } from './index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant?.server.stop())

const recordsOf = async (unit: string) => {
  const { rows } = await plant.server.database.pool.query(
    `select boot::int, seq::int, kind, body, at, clock_wrong, plant_id from unit_record where unit = $1 order by boot, seq`,
    [unit],
  )
  return rows
}
const at = '2026-03-02T08:59:00.000Z'
const mains = (seq: number, mainsOn: number) =>
  plant.sendMessage('record', { boot: 1, seq, at, kind: 'mains', body: { on: mainsOn } })

describe('unit records', () => {
  it('are stored unchanged and once, with the plant at their time', async () => {
    await mains(1, 0)
    await mains(2, 1)
    await mains(1, 0)
    const storedRow = { kind: 'mains', at: new Date(at), clock_wrong: false, plant_id: plant.plantId }
    expect(await recordsOf('logica_0A1B2C')).toEqual([
      { ...storedRow, boot: 1, seq: 1, body: { on: 0 } },
      { ...storedRow, boot: 1, seq: 2, body: { on: 1 } },
    ])
  })

  it('with the same number but other content change nothing', async () => {
    await mains(2, 0)
    expect((await recordsOf('logica_0A1B2C')).at(1)).toMatchObject({ seq: 2, body: { on: 1 } })
  })
})

describe('unit entries of the platform', () => {
  const entries = async () => (await plant.client.call('getUnitEntries', plant.unit)).entries
  const add = async (...drafts: { kind: 'unitStranger' | 'unitReplaced'; life: string; minute: number }[]) => {
    const { server, plantId, unit } = plant
    await server.inTransaction(async (work) => {
      const row = await findUnit(work.tx, plantId, unit)
      const centralUnitId = row?.id ?? ''
      addEntries(
        work,
        drafts.map(({ minute, ...draft }) =>
          entryOfUnit({
            ...draft,
            plantId,
            centralUnitId,
            unit: unit.topic,
            by: null,
            at: new Date(Date.UTC(2026, 2, 3, 9, minute)),
          }),
        ),
      )
    })
  }

  it('are listed newest first, once per life', async () => {
    const before = (await entries()).length
    await add({ kind: 'unitStranger', life: 'bb', minute: 1 }, { kind: 'unitReplaced', life: 'bb', minute: 2 })
    await add({ kind: 'unitStranger', life: 'bb', minute: 3 })
    const listedEntries = await entries()
    expect(listedEntries.slice(0, 2).map(({ kind }) => kind)).toEqual(['unitReplaced', 'unitStranger'])
    expect(listedEntries).toHaveLength(before + 2)
    await add({ kind: 'unitStranger', life: 'cc', minute: 4 })
    expect((await entries())[0]).toMatchObject({ kind: 'unitStranger', at: '2026-03-03T09:04:00.000Z', by: null })
  })

  it('are limited to the plant', async () => {
    const { server, installer, unit: unitInput } = plant
    const other = await server.create.plant({ members: { installerAdministrator: installer.userId } })
    expect((await plant.client.call('getUnitEntries', { ...unitInput, plantId: other })).entries).toEqual([])
  })
})

it('a text search covers a limited number of entries, a number search all', async () => {
  const { server, plantId } = plant
  const day = (n: number) => new Date(`2026-02-0${n}T12:00:00Z`)
  await server.inTransaction(async (work) =>
    addEntries(
      work,
      [1, 2, 3, 4].map((n) => ({ plantId, kind: 'service' as const, at: day(n), by: null, text: `Needle ${n}` })),
    ),
  )
  const { db } = server.database
  const { no: last } = await findHead(db, plantId)
  const input = { plantId, zone: 'Europe/Rome', search: 'needle', since: null }
  expect(await findSearchStart(db, input, 2)).toBe(last - 1)
  expect(await findSearchStart(db, input, last)).toBeNull()
  expect(await findSearchStart(db, { ...input, search: ' ' }, 2)).toBeNull()
  expect(await findSearchStart(db, { ...input, to: '2026-02-02' }, 2)).toBe(last - 3)
  const found = async (search: string) => {
    const filter = { ...input, search, soughtFrom: await findSearchStart(db, input, 2) }
    const entries = await listEntries(db, filter, { offset: 0, limit: 10 })
    return [entries.map(({ text }) => text), await countEntries(db, filter)]
  }
  expect(await found('needle')).toEqual([['Needle 4', 'Needle 3'], 2])
  expect(await found(String(last - 3))).toEqual([['Needle 1'], 1])
})
