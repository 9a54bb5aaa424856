import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

it('a command is visible only to members of its plant', async () => {
  const { client, plantId } = plant
  const { command } = await client.call('identifyLamp', { ...plant.unit, addr: 1, seconds: 12 })
  const shownCommand = await client.call('getCommand', { plantId, commandId: command.id })
  expect(plant.server.broadcasts.at(-1)?.data).toMatchObject({ command: shownCommand.command })
  expect(await client.refusal('getCommand', { plantId, commandId: randomUUID() })).toBe('COMMAND_NOT_FOUND')
  const otherPlantId = await plant.server.create.plant({ members: { installerAdministrator: plant.installer.userId } })
  expect(await client.refusal('getCommand', { plantId: otherPlantId, commandId: command.id })).toBe('COMMAND_NOT_FOUND')
})

it('running commands and those ended within the hour are listed', async () => {
  const { client, plantId, server } = plant
  const listCommandIds = async () => (await client.call('getCommands', { plantId })).commands.map(({ id }) => id)
  const { command: ended } = await client.call('resetCu', plant.unit)
  await plant.obey()
  server.clock.time = new Date(server.clock.now().getTime() + 3_599_000)
  const { command: waitingCommand } = await client.call('identifyLamp', { ...plant.unit, addr: 1, seconds: 12 })
  expect(await listCommandIds()).toEqual(expect.arrayContaining([ended.id, waitingCommand.id]))
  server.clock.time = new Date(server.clock.now().getTime() + 2_000)
  expect(await listCommandIds()).toContain(waitingCommand.id)
  expect(await listCommandIds()).not.toContain(ended.id)
})
