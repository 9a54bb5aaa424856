import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const socketId = `0a1b2c3d.${randomUUID()}`

it('watching and leaving are refused for a foreign socket', async () => {
  const { client, plantId, server } = plant
  server.ports.watchers = { isOwn: () => true, watch: async () => false, leave: async () => false }
  expect(await client.refusal('getPlantDetails', { plantId, socketId })).toBe('NOT_FOUND')
  expect(await client.refusal('leavePlant', { socketId })).toBe('NOT_FOUND')
})

it('plant details contain everything a page shows and are remembered for sign-in', async () => {
  const { client, plantId, server } = plant
  server.ports.watchers = { isOwn: () => true, watch: async () => true, leave: async () => true }
  const details = await client.call('getPlantDetails', { plantId, socketId })
  expect(details).toMatchObject({ plant: { plant_id: plantId, role: 'installerAdministrator' }, tests: [] })
  expect(details.units).toMatchObject([{ cu_id: '0A1B2C', cu_connected: true }])
  expect((await client.call('getUserInfos', {})).user.recentPlants).toMatchObject([{ plant_id: plantId }])
  expect(await client.call('leavePlant', { socketId })).toEqual({})
})

it('only plants of the caller are listed', async () => {
  await plant.server.create.plant({ name: 'Of others' })
  const { plants, total } = await plant.client.call('getAllPlants', {})
  expect(plants.map(({ plant_id }) => plant_id)).toEqual([plant.plantId])
  expect(total).toBe(1)
})

it('plants of the same name appear once across pages', async () => {
  const { server } = plant
  const owner = await server.create.user({ usertype: 'installer' })
  for (let n = 0; n < 9; n++)
    await server.create.plant({ name: 'Scuola', members: { installerAdministrator: owner.userId } })
  const ownerClient = server.as(owner)
  const pagedNames: string[] = []
  for (let page = 1; page <= 9; page++)
    for (const { plant_id } of (await ownerClient.call('getAllPlants', { page, pageSize: 1 })).plants)
      pagedNames.push(plant_id)
  expect(new Set(pagedNames).size).toBe(9)
})

it('totals cover the found plants, and archived ones are counted', async () => {
  const { server } = plant
  const owner = await server.create.user({ usertype: 'installer' })
  const members = { installerAdministrator: owner.userId }
  const ownerClient = server.as(owner)
  const [, , villa] = [
    await server.create.plant({ name: 'Torre uno', members }),
    await server.create.plant({ name: 'Torre due', members }),
    await server.create.plant({ name: 'Villa', members }),
  ]
  await ownerClient.call('archivePlant', { plantId: villa })
  const readTotals = async (query: { search?: string; archived?: boolean }) => {
    const { total, totals, roles, archived } = await ownerClient.call('getAllPlants', query)
    return [total, totals.plants, roles.installerAdministrator, archived]
  }
  expect(await readTotals({})).toEqual([2, 2, 2, 1])
  expect(await readTotals({ search: 'due' })).toEqual([1, 1, 1, 1])
  expect(await readTotals({ archived: true })).toEqual([1, 1, 1, 1])
  expect(await readTotals({ search: 'due', archived: true })).toEqual([0, 0, 0, 1])
})
