import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** Tests on several units in one call: each is started or refused by itself, and the answer says which. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const far = 'logica_0A1B2D'
const busy = 'logica_0A1B2E'
const elsewhere = 'logica_0C1B2C'

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { server, plantId, installer } = plant
  const other = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  for (const [its, topic] of [
    [plantId, far],
    [plantId, busy],
    [other, elsewhere],
  ] as const) {
    await server.given.unit(its, 'logica', topic.slice('logica_'.length))
    const lamps = [1, 2].map((addr) => ({
      addr,
      serial: `B${topic.slice(-4)}${addr}`,
      parity: addr % 2 ? 'odd' : 'even',
    }))
    await insertLamps(server, its, lamps as Parameters<typeof insertLamps>[2], topic)
  }
  await plant.as.call('assignGroups', { plantId, topic: busy, lamps: [{ addr: 1, groups: [2] }] })
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  plant.news()
  await plant.server.database.pool.query("update test_run set state = 'finished', ended_at = now()")
})

type Kind = 'functional' | 'autonomy'
const start = (units: { topic: string; addr?: number[]; anyway?: boolean }[], kind: Kind = 'functional') => {
  const asked = units.map((unit) => ({ addr: [], ...unit }))
  return plant.as.call('startTests', { plantId: plant.plantId, kind, units: asked })
}
const outcomes = async (...asked: Parameters<typeof start>) =>
  Object.fromEntries((await start(...asked)).units.map(({ topic, refused }) => [topic, refused?.code ?? 'started']))
const running = async () =>
  (await plant.as.call('getTests', { plantId: plant.plantId })).tests.filter(({ state }) => state === 'requested')

it('are started on every unit that can be tested, and refused on each other with its reason', async () => {
  const near = plant.unit.topic
  expect(
    await outcomes([
      { topic: near },
      { topic: far, addr: [2] },
      { topic: busy },
      { topic: elsewhere },
      { topic: 'logica_FFFFFF' },
    ]),
  ).toEqual({
    [near]: 'started',
    [far]: 'started',
    [busy]: 'UNIT_BUSY',
    [elsewhere]: 'UNIT_NOT_FOUND',
    logica_FFFFFF: 'UNIT_NOT_FOUND',
  })
  expect((await running()).map(({ cu, total }) => [cu, total]).sort()).toEqual([
    [near, 4],
    [far, 1],
  ])
  expect(plant.news().filter((event) => event === 'ftest')).toHaveLength(2)
})

it('are not started twice, asked for again or by two at once', async () => {
  const units = [{ topic: plant.unit.topic }, { topic: far }]
  const both = await Promise.all([outcomes(units), outcomes(units.toReversed())])
  for (const topic of [plant.unit.topic, far])
    expect(both.map((one) => one[topic]).sort()).toEqual(['TEST_ALREADY_RUNNING', 'started'])
  expect(await running()).toHaveLength(2)
})

it('are asked about unit by unit: who knows what speaks against one wants that one anyway', async () => {
  const units = [{ topic: far }, { topic: plant.unit.topic, addr: [9] }]
  const { units: asked } = await start(units, 'autonomy')
  const ofFar = asked.find(({ topic }) => topic === far)
  expect(ofFar?.refused).toEqual({ code: 'BOTH_TEST_GROUPS', details: { even: 1, odd: 1 } })
  // Who chose lamps is told which of them are there no more.
  const refused = { code: 'LAMP_NOT_FOUND', details: { lamps: [9] } }
  expect(asked.find(({ topic }) => topic === plant.unit.topic)?.refused).toEqual(refused)
  expect(await running()).toEqual([])
  expect(await outcomes([{ topic: far, anyway: true }], 'autonomy')).toEqual({ [far]: 'started' })
})

it('are audited by the units that were asked, also where none of them is of the plant', async () => {
  const asked = [elsewhere, 'logica_FFFFFF']
  expect(Object.values(await outcomes(asked.map((topic) => ({ topic }))))).toEqual(Array(2).fill('UNIT_NOT_FOUND'))
  const { entries } = await plant.as.call('getAudit', { plantId: plant.plantId })
  expect(entries.map(({ things }) => things)).toContainEqual(
    asked.map((topic) => ({ kind: 'unit', id: topic, name: topic })),
  )
})

it('are not for whoever may not test', async () => {
  const { server, plantId } = plant
  const input = { plantId, kind: 'functional', units: [{ topic: far, addr: [] }] }
  expect(await server.as(await server.given.user()).refusal('startTests', input)).toBe('PLANT_NOT_FOUND')
  expect(await plant.as.refusal('startTests', { ...input, units: [] })).toBe('INVALID_INPUT')
})
