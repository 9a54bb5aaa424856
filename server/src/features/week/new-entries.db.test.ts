import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { addEntries } from '../logbook/index.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const unit = 'logica_0A1B2C'

const at = (day: number, hour = 9, minute = 0) => new Date(Date.UTC(2026, 2, day, hour, minute))
const log = (...drafts: object[]) =>
  plant.server.inTransaction(async (work) =>
    addEntries(work, drafts.map((draft) => ({ plantId: plant.plantId, facts: {}, ...draft })) as never),
  )
const lookAt = (time: Date, user: User = plant.installer) => {
  plant.server.clock.time = time
  return plant.server.as(user).call('getNewEntries', {})
}

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { db } = plant.server.database
  await db.update(plantTable).set({ everPro: true }).where(eq(plantTable.id, plant.plantId))
})
afterAll(() => plant.server.stop())

it('a look shows what was recorded since the visit before, from any browser', async () => {
  await log({ kind: 'mainsFailed', unit, at: at(1) }, { kind: 'mainsRestored', unit, at: at(2) })
  const first = await lookAt(at(2, 12))
  expect(first.lastVisitAt).toBeNull()
  expect(first.entries.map(({ entry }) => entry.kind)).toEqual(['mainsRestored', 'mainsFailed'])
  await log({ kind: 'drill', at: at(5) })
  const second = await lookAt(at(6))
  expect(second).toMatchObject({
    lastVisitAt: at(2, 12).toISOString(),
    entries: [{ plant: { id: plant.plantId, timezone: 'Europe/Rome' }, entry: { kind: 'drill' }, count: 1 }],
  })
  const otherBrowser = { ...plant.installer, sessionId: randomUUID() }
  expect(await lookAt(at(6, 9, 50), otherBrowser)).toEqual(second)
  expect((await lookAt(at(6, 11), otherBrowser)).lastVisitAt).toBe(at(6, 9, 50).toISOString())
})

it('one fault of many lamps is one of at most four entries, and a corrected entry is left out', async () => {
  const fault = { kind: 'lampFault', unit, at: at(10), facts: { error: 'battery_short' } }
  const lampFaults = [1, 2, 3].map((lamp) => ({ ...fault, lamp }))
  const drill = { kind: 'drill', at: at(7) }
  await log(drill, drill, drill, drill, ...lampFaults)
  const { entries } = await lookAt(at(11))
  expect(entries.map(({ entry, count }) => [entry.kind, count])).toEqual([
    ['lampFault', 3],
    ['drill', 1],
    ['drill', 1],
    ['drill', 1],
  ])
  const [{ entry } = { entry: undefined }] = entries.slice(1)
  await log({ ...drill, at: at(10), text: 'Corrected', corrects: entry?.no })
  const [corrected] = (await lookAt(at(11, 9, 1))).entries.filter((one) => one.entry.kind === 'drill')
  expect(corrected?.entry).toMatchObject({ text: 'Corrected', corrects: entry?.no })
  expect((await lookAt(at(11, 9, 2))).entries.map((one) => one.entry.no)).not.toContain(entry?.no)
})

it('a visit more than 30 days ago is unknown, and a person without plants has no entries', async () => {
  const later = await lookAt(new Date(at(11, 9, 2).getTime() + 30 * 86_400_000 + 1))
  expect(later.lastVisitAt).toBeNull()
  const stranger = await plant.server.create.user()
  expect(await lookAt(at(11), stranger)).toEqual({ lastVisitAt: null, entries: [] })
})

it('the times of both visits are among the own data', async () => {
  const { profile } = await plant.client.call('getOwnData', {})
  expect(profile.previous_visit_at).toBe(at(11, 9, 2).toISOString())
  expect(profile.seen_at).not.toBeNull()
})
