import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const advanceClock = (ms: number) => {
  const { clock } = plant.server
  clock.time = new Date(clock.time.getTime() + ms)
}
const refuseRemoval = () => plant.client.refusal('removeCu', plant.unit)
const connect = (connection: number, online = true) =>
  plant.sendMessage('online', { boot: 1, connection, online, at: plant.server.clock.now().toISOString() })

/** Requests the reset; the unit refuses or does not answer. */
const answerRemoval = async (answer: 'refused' | 'none') => {
  const { command } = await plant.client.call('deEnrollCu', plant.unit)
  await plant.server.sender.turn()
  if (answer === 'refused') await plant.sendMessage('response', { id: command.id, state: 'refused', code: 'BUSY' })
  for (let n = 0; n < 10; n++) {
    advanceClock(6000)
    await plant.server.sender.turn()
  }
  const { commands } = await plant.client.call('getCommands', { plantId: plant.plantId })
  expect(commands.find(({ id }) => id === command.id)?.error).toBe(
    answer === 'refused' ? 'refused' : 'communication_error',
  )
}

it('a connected unit can be removed only after an unanswered reset', async () => {
  expect(await refuseRemoval()).toBe('UNIT_CONNECTED')
  await answerRemoval('refused')
  expect(await refuseRemoval()).toBe('UNIT_CONNECTED')
  await answerRemoval('none')
  // The unit has reconnected since, and may answer now.
  advanceClock(1000)
  await connect(0, false)
  await connect(1)
  expect(await refuseRemoval()).toBe('UNIT_CONNECTED')
  await answerRemoval('none')
  // Also an hour later.
  advanceClock(3_600_001)
  expect(await refuseRemoval()).toBe('UNIT_CONNECTED')
  await answerRemoval('none')
  expect(await refuseRemoval()).toBeNull()
})

it('an unreachable unit can be removed', async () => {
  await plant.server.create.unit(plant.plantId, 'cablecom', '0000AA')
  expect(await plant.client.refusal('removeCu', { ...plant.unit, topic: 'cablecom_0000AA' })).toBeNull()
})
