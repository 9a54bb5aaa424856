import { groupsInPayload } from '@vigilux/contract/features/groups/group.rules.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { givenLamps } from '../../testing/given-lamps.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  await givenLamps(plant.server, plant.plantId, [{ addr: 33, serial: 'B1B2C3', groups: [1, 2, 3, 4] }])
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.news())

it.each([
  { action: 'setGroup', input: { page: 0, indexes: [1, 5], group: 1 }, code: 'LAMP_NOT_FOUND' },
  { action: 'setGroup', input: { page: 1, indexes: [1], group: 5 }, code: 'LAMP_GROUP_LIMIT' },
  { action: 'removeGroup', input: { page: 0, indexes: [32], group: 1 }, code: 'LAMP_NOT_FOUND' },
  { action: 'assignGroups', input: { lamps: [{ addr: 5, groups: [1] }] }, code: 'LAMP_NOT_FOUND' },
])('$action refuses $input with $code', async ({ action, input, code }) => {
  expect(await plant.as.refusal(action, { ...plant.unit, ...input })).toBe(code)
  expect(plant.news()).toEqual([])
})

it('names a group, and announces the name', async () => {
  const { as, unit, plantId } = plant
  await as.call('saveGroup', { ...unit, group: 3, name: 'Stairs' })
  expect(plant.news()).toEqual(['saveGroup'])
  await as.call('saveGroup', { ...unit, group: 3, name: 'Cellar', description: 'cold' })
  expect((await as.call('getGroups', { plantId })).groups).toEqual([
    { cu: unit.topic, group: 3, name: 'Cellar', description: 'cold' },
  ])
})

it('sends what is in order, a group that the lamp has already among it', async () => {
  const { as, unit } = plant
  const sent = [
    await as.call('setGroup', { ...unit, page: 1, indexes: [1, 1], group: 4 }),
    await as.call('removeGroup', { ...unit, page: 0, indexes: [2], group: 1 }),
    await as.call('setMultiGroup', { ...unit, page: 0, payload: 'abcd'.repeat(32) }),
    await as.call('setBatch', { ...unit, param: '01' }),
  ]
  expect(sent.map(({ command }) => command.command)).toEqual(['setGroup', 'removeGroup', 'setMultiGroup', 'setBatch'])
  expect(plant.news()).toEqual(sent.map(() => 'response'))
})

it('assigns groups page by page, and leaves the other lamps of a page as they are', async () => {
  const { as, unit } = plant
  const lamps = [
    { addr: 1, groups: [7] },
    { addr: 33, groups: [2] },
  ]
  const { operation } = await as.call('assignGroups', { ...unit, lamps })
  expect(operation).toMatchObject({ kind: 'assignGroups', state: 'running', total: 2 })
  await plant.obey()
  const pages = plant.server.published.flatMap(({ payload }) => {
    const { name, body } = payload as { name: string; body: { page: number; payload: string } }
    return name === 'setMultiGroup' ? [body] : []
  })
  expect(pages.slice(-2).map(({ page, payload }) => [page, groupsInPayload(payload, 1)])).toEqual([
    [0, [7]],
    [1, [2]],
  ])
})
