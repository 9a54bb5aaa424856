import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addEntries, type EntryDraft } from '../logbook/index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const by = { userId: null, name: 'Paolo Zanatta' }
const write = (at: string, draft: object) =>
  plant.server.inTransaction(async (work) =>
    addEntries(work, [
      { plantId: plant.plantId, at: new Date(at), recordedAt: new Date(at), by, ...draft } as EntryDraft,
    ]),
  )

/** When the drawings became out of date, by compliance, and whether the logbook agrees. */
const readDrawings = async () => {
  const { plantId, client } = plant
  const { rules } = await client.call('getCompliance', { plantId })
  const { items } = await client.call('getLogbookState', { plantId })
  const evidence = rules.find(({ rule }) => rule === 'R16')?.evidence.find(({ what }) => what === 'drawingsOld')
  return { outOfDate: evidence?.until ?? null, missing: items.find(({ item }) => item === 'alterations')?.missing }
}

const current = { outOfDate: null, missing: null }

const changes = [
  { what: 'a unit is enrolled', day: '03', kind: 'unitEnrolled', isDrawn: false },
  { what: 'a unit is removed', day: '05', kind: 'unitRemoved', isDrawn: false },
  { what: 'lamps are added', day: '07', kind: 'configurationChanged', change: 'appendLamps', isDrawn: false },
  { what: 'lamps are removed', day: '09', kind: 'configurationChanged', change: 'deleteLamps', isDrawn: false },
  { what: 'somebody enters an alteration', day: '11', kind: 'alteration', isDrawn: false },
  { what: 'lamps are replaced', day: '13', kind: 'configurationChanged', change: 'substituteLamps', isDrawn: true },
  { what: 'a unit is replaced', day: '15', kind: 'unitReplaced', isDrawn: true },
  { what: 'groups change', day: '17', kind: 'configurationChanged', change: 'assignGroups', isDrawn: true },
]
it.each(changes)('drawings show the installation after $what: $isDrawn', async ({ day, kind, change, isDrawn }) => {
  const [before, at] = [`2026-02-${day}T08:00:00Z`, `2026-02-${day}T09:00:00.000Z`]
  await write(before, { kind: 'drawings', facts: { dated: `2026-02-${String(Number(day) - 1).padStart(2, '0')}` } })
  expect(await readDrawings()).toEqual(current)
  await write(at, { kind, facts: change ? { change, state: 'done', lamps: 2 } : {} })
  expect(await readDrawings()).toEqual(isDrawn ? current : { outOfDate: at, missing: 'drawingsAfterAlteration' })
})

it('drawings entered after a unit was enrolled show it, whatever their date', async () => {
  await write('2026-02-20T08:00:00Z', { kind: 'unitEnrolled' })
  expect(await readDrawings()).toMatchObject({ missing: 'drawingsAfterAlteration' })
  await write('2026-02-20T09:00:00Z', { kind: 'drawings', facts: { dated: '2026-02-19' } })
  expect(await readDrawings()).toEqual(current)
})
