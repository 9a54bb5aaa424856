import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

it('shows a command to members of its own plant alone, whatever else they may see', async () => {
  const { as, plantId } = plant
  const { command } = await as.call('identifyLamp', { ...plant.unit, addr: 1, seconds: 12 })
  const shown = await as.call('getCommand', { plantId, commandId: command.id })
  expect(plant.server.announced.at(-1)?.data).toMatchObject({ command: shown.command })
  expect(await as.refusal('getCommand', { plantId, commandId: randomUUID() })).toBe('COMMAND_NOT_FOUND')
  const elsewhere = await plant.server.given.plant({ members: { installerAdministrator: plant.installer.userId } })
  expect(await as.refusal('getCommand', { plantId: elsewhere, commandId: command.id })).toBe('COMMAND_NOT_FOUND')
})

it('lists what is under way, and what ended within the hour', async () => {
  const { as, plantId, server } = plant
  const listed = async () => (await as.call('getCommands', { plantId })).commands.map(({ id }) => id)
  const { command: ended } = await as.call('resetCu', plant.unit)
  await plant.obey()
  server.clock.time = new Date(server.clock.now().getTime() + 3_599_000)
  const { command: waiting } = await as.call('identifyLamp', { ...plant.unit, addr: 1, seconds: 12 })
  expect(await listed()).toEqual(expect.arrayContaining([ended.id, waiting.id]))
  server.clock.time = new Date(server.clock.now().getTime() + 2_000)
  expect(await listed()).toContain(waiting.id)
  expect(await listed()).not.toContain(ended.id)
})
