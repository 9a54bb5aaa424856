import { groupPayload, groupsInPayload } from '@vigilux/contract/features/groups/group.rules.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
  await insertLamps(plant.server, plant.plantId, [
    { addr: 33, serial: 'B1B2C3', groups: [1, 2, 3, 4] },
    { addr: 34, serial: 'B1B2C4', groups: [1] },
    { addr: 35, serial: 'B1B2C5', groups: [5, 6] },
  ])
})
afterAll(() => plant.server.stop())
beforeEach(() => void plant.drainEvents())

/** A page of 32 words in which these lamps have groups, and all others none. */
const page = (groups: Record<number, number[]>, number = 1) => ({
  page: number,
  payload: groupPayload(number, (addr) => groups[addr] ?? []),
})
const storedGroups = { 33: [1, 2, 3, 4], 34: [1], 35: [5, 6] }

it.each([
  { action: 'setGroup', input: { page: 0, indexes: [1, 5], group: 1 }, code: 'LAMP_NOT_FOUND' },
  { action: 'setGroup', input: { page: 1, indexes: [1], group: 5 }, code: 'LAMP_GROUP_LIMIT' },
  { action: 'removeGroup', input: { page: 0, indexes: [32], group: 1 }, code: 'LAMP_NOT_FOUND' },
  { action: 'setMultiGroup', input: { page: 2, payload: '0'.repeat(128) }, code: 'LAMP_NOT_FOUND' },
  { action: 'assignGroups', input: { lamps: [{ addr: 5, groups: [1] }] }, code: 'LAMP_NOT_FOUND' },
])('$action refuses $input with $code', async ({ action, input, code }) => {
  expect(await plant.client.refusal(action, { ...plant.unit, ...input })).toBe(code)
  expect(plant.drainEvents()).toEqual([])
})

it.each([
  {
    why: 'taken out of its last group',
    action: 'removeGroup',
    input: { page: 1, indexes: [2, 3], group: 1 },
    code: 'LAMP_WITHOUT_GROUP',
    lamps: [34],
  },
  {
    why: 'put into a fifth group',
    action: 'setGroup',
    input: { page: 1, indexes: [1, 2], group: 5 },
    code: 'LAMP_GROUP_LIMIT',
    lamps: [33],
  },
  {
    why: 'in more than four groups by a page',
    action: 'setMultiGroup',
    input: page({ ...storedGroups, 34: [1, 2, 3, 4, 5], 35: [1, 2, 3, 4, 5, 6] }),
    code: 'LAMP_GROUP_LIMIT',
    lamps: [34, 35],
  },
  {
    why: 'at a free place, in all groups',
    action: 'setMultiGroup',
    input: page({ ...storedGroups, 36: Array.from({ length: 16 }, (_, n) => n + 1) }),
    code: 'LAMP_GROUP_LIMIT',
    lamps: [36],
  },
  {
    why: 'left without any by a page',
    action: 'setMultiGroup',
    input: page({ 34: [1] }),
    code: 'LAMP_WITHOUT_GROUP',
    lamps: [33, 35],
  },
] as const)('a lamp $why is listed in the refusal', async ({ action, input, code, lamps }) => {
  const pendingCall = plant.client.call(action as 'setMultiGroup', { ...plant.unit, ...input } as never)
  await expect(pendingCall).rejects.toMatchObject({ code, details: { lamps } })
  expect(plant.drainEvents()).toEqual([])
})

it('naming a group broadcasts the name', async () => {
  const { client, unit, plantId } = plant
  await client.call('saveGroup', { ...unit, group: 3, name: 'Stairs', version: 0 })
  expect(plant.drainEvents()).toEqual(['saveGroup'])
  await client.call('saveGroup', { ...unit, group: 3, name: 'Cellar', description: 'cold', version: 1 })
  expect((await client.call('getGroups', { plantId })).groups).toEqual([
    { cu: unit.topic, group: 3, name: 'Cellar', description: 'cold', version: 2 },
  ])
})

it('a name that is too long is refused and spaces are trimmed', async () => {
  const { client, unit } = plant
  const save = (name: string, version: number) => client.call('saveGroup', { ...unit, group: 5, name, version })
  await expect(save('x'.repeat(61), 0)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    details: { fields: [{ path: 'name', code: 'too_long' }] },
  })
  expect((await save('Stairs', 0)).group).toMatchObject({ name: 'Stairs', version: 1 })
  expect((await save('  ', 1)).group).toMatchObject({ name: '', version: 2 })
})

it('a group name is saved over the opened version, else shown in the refusal', async () => {
  const { client, unit } = plant
  const save = (name: string, version: number) =>
    client.call('saveGroup', { ...unit, group: 4, name, description: '', version })
  const now = (name: string, version: number) => ({
    code: 'CHANGED_MEANWHILE',
    details: { now: { name, description: '', version } },
  })
  await save('Stairs', 0)
  await expect(save('Hall', 0)).rejects.toMatchObject(now('Stairs', 1))
  expect((await save('', 1)).group).toMatchObject({ name: '', version: 2 })
  await save('Yard', 2)
  // A caller who opened it before its name was removed does not overwrite the new one.
  await expect(save('Hall', 1)).rejects.toMatchObject(now('Yard', 3))
})

it('valid group changes are sent, even for a group the lamp already has', async () => {
  const { client, unit } = plant
  const responses = [
    await client.call('setGroup', { ...unit, page: 1, indexes: [1, 1], group: 4 }),
    await client.call('removeGroup', { ...unit, page: 0, indexes: [2], group: 1 }),
    await client.call('setMultiGroup', { ...unit, page: 0, payload: '0f00'.repeat(32) }),
    await client.call('setBatch', { ...unit, param: '01' }),
  ]
  expect(responses.map(({ command }) => command.command)).toEqual([
    'setGroup',
    'removeGroup',
    'setMultiGroup',
    'setBatch',
  ])
  expect(plant.drainBroadcastCommands()).toEqual(responses.map(({ command }) => command.id))
})

it('groups are assigned by page without changing other lamps', async () => {
  const { client, unit } = plant
  const lamps = [
    { addr: 1, groups: [7] },
    { addr: 33, groups: [2] },
  ]
  const { operation } = await client.call('assignGroups', { ...unit, lamps })
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
