import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

/** Tests on several units in one call: the answer says for each unit whether its test started. */
let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const farUnit = 'logica_0A1B2D'
const busy = 'logica_0A1B2E'
const otherPlantUnit = 'logica_0C1B2C'

beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { server, plantId, installer } = plant
  const other = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  for (const [unitPlantId, topic] of [
    [plantId, farUnit],
    [plantId, busy],
    [other, otherPlantUnit],
  ] as const) {
    await server.create.unit(unitPlantId, 'logica', topic.slice('logica_'.length))
    const lamps = [1, 2].map((addr) => ({
      addr,
      serial: `B${topic.slice(-4)}${addr}`,
      parity: addr % 2 ? 'odd' : 'even',
    }))
    await insertLamps(server, unitPlantId, lamps as Parameters<typeof insertLamps>[2], topic)
  }
  await plant.client.call('assignGroups', { plantId, topic: busy, lamps: [{ addr: 1, groups: [2] }] })
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  plant.drainEvents()
  await plant.server.database.pool.query("update test_run set state = 'finished', ended_at = now()")
})

type Kind = 'functional' | 'autonomy'
const start = (units: { topic: string; addr?: number[]; anyway?: boolean }[], kind: Kind = 'functional') => {
  const targets = units.map((unit) => ({ addr: [], ...unit }))
  return plant.client.call('startTests', { plantId: plant.plantId, kind, units: targets })
}
const outcomes = async (...args: Parameters<typeof start>) =>
  Object.fromEntries(
    (await start(...args)).units.map(({ topic, refused: refusal }) => [topic, refusal?.code ?? 'started']),
  )
const listRequested = async () =>
  (await plant.client.call('getTests', { plantId: plant.plantId })).tests.filter(({ state }) => state === 'requested')

it('tests start on every testable unit, and others get a reason', async () => {
  const nearUnit = plant.unit.topic
  expect(
    await outcomes([
      { topic: nearUnit },
      { topic: farUnit, addr: [2] },
      { topic: busy },
      { topic: otherPlantUnit },
      { topic: 'logica_FFFFFF' },
    ]),
  ).toEqual({
    [nearUnit]: 'started',
    [farUnit]: 'started',
    [busy]: 'UNIT_BUSY',
    [otherPlantUnit]: 'UNIT_NOT_FOUND',
    logica_FFFFFF: 'UNIT_NOT_FOUND',
  })
  expect((await listRequested()).map(({ cu, total }) => [cu, total]).sort()).toEqual([
    [nearUnit, 4],
    [farUnit, 1],
  ])
  expect(plant.drainEvents().filter((event) => event === 'ftest')).toHaveLength(2)
})

it('tests do not start twice, even when requested at once', async () => {
  const units = [{ topic: plant.unit.topic }, { topic: farUnit }]
  const bothOutcomes = await Promise.all([outcomes(units), outcomes(units.toReversed())])
  for (const topic of [plant.unit.topic, farUnit])
    expect(bothOutcomes.map((one) => one[topic]).sort()).toEqual(['TEST_ALREADY_RUNNING', 'started'])
  expect(await listRequested()).toHaveLength(2)
})

it('confirmation is requested and given per unit', async () => {
  const units = [{ topic: farUnit }, { topic: plant.unit.topic, addr: [9] }]
  const { units: startedUnits } = await start(units, 'autonomy')
  const ofFar = startedUnits.find(({ topic }) => topic === farUnit)
  expect(ofFar?.refused).toEqual({ code: 'BOTH_TEST_GROUPS', details: { even: 1, odd: 1 } })
  // The answer names the selected lamps missing by now.
  const refusal = { code: 'LAMP_NOT_FOUND', details: { lamps: [9] } }
  expect(startedUnits.find(({ topic }) => topic === plant.unit.topic)?.refused).toEqual(refusal)
  expect(await listRequested()).toEqual([])
  expect(await outcomes([{ topic: farUnit, anyway: true }], 'autonomy')).toEqual({ [farUnit]: 'started' })
})

it('the audit lists the requested units, even unknown ones', async () => {
  const topics = [otherPlantUnit, 'logica_FFFFFF']
  expect(Object.values(await outcomes(topics.map((topic) => ({ topic }))))).toEqual(Array(2).fill('UNIT_NOT_FOUND'))
  const { entries } = await plant.client.call('getAudit', { plantId: plant.plantId })
  expect(entries.map(({ things }) => things)).toContainEqual(
    topics.map((topic) => ({ kind: 'unit', id: topic, name: topic })),
  )
})

it('tests are refused without permission', async () => {
  const { server, plantId } = plant
  const input = { plantId, kind: 'functional', units: [{ topic: farUnit, addr: [] }] }
  expect(await server.as(await server.create.user()).refusal('startTests', input)).toBe('PLANT_NOT_FOUND')
  expect(await plant.client.refusal('startTests', { ...input, units: [] })).toBe('INVALID_INPUT')
})
