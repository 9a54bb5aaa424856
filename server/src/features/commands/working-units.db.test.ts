import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())
beforeEach(async () => {
  await plant.obey()
  plant.drainEvents()
})

const working = async () => {
  const { units } = await plant.client.call('getUnitsDetails', { plantId: plant.plantId })
  return units[0]?.working
}
/** The unit's state in the last event of a command. */
const isReportedWorking = () => {
  const last = plant.server.broadcasts.findLast(({ event }) => event === 'response')?.data
  return (last as { working: boolean } | undefined)?.working
}
const identify = async (addr: number) =>
  (await plant.client.call('identifyLamp', { ...plant.unit, addr, seconds: 12 })).command
const refresh = async () => (await plant.client.call('logicaCommand', { ...plant.unit, command: 'refresh' })).command
const answer = ({ id }: { id: string }) => plant.sendMessage('response', { id, state: 'done' })
const afterMs = async (ms: number) => {
  const { clock, sender } = plant.server
  clock.time = new Date(clock.time.getTime() + ms)
  // The next turn sends an overdue command again.
  for (let round = 0; round < 2; round++) await sender.turn()
}

it('a unit is working until the last of its commands has ended', async () => {
  const [first, second] = [await identify(1), await identify(2)]
  await plant.server.sender.turn()
  await answer(first)
  expect([await working(), isReportedWorking()]).toEqual([true, true])
  await answer(second)
  expect([await working(), isReportedWorking()]).toEqual([false, false])
})

it('a command without working state does not end it', async () => {
  const pending = await identify(1)
  const refreshCommand = await refresh()
  expect(isReportedWorking()).toBe(true)
  await plant.server.sender.turn()
  await answer(refreshCommand)
  expect([await working(), isReportedWorking()]).toEqual([true, true])
  await answer(pending)
  expect([await working(), isReportedWorking()]).toEqual([false, false])
})

it('a refresh alone does not set a unit working', async () => {
  await refresh()
  expect([await working(), isReportedWorking()]).toEqual([false, false])
})

it('the working state lasts 35 s from the latest start at most', async () => {
  const first = await identify(1)
  await afterMs(17_000)
  const second = await identify(2)
  await afterMs(1_000)
  const reportProgress = () => plant.sendMessage('response', { id: second.id, state: 'progress' })
  await reportProgress()
  await answer(first)
  // 36 s after the first start, 19 s after the latest.
  await afterMs(18_000)
  expect([await working(), isReportedWorking()]).toEqual([true, true])
  await afterMs(16_500)
  await reportProgress()
  expect([await working(), isReportedWorking()]).toEqual([false, false])
  const { command } = await plant.client.call('getCommand', { plantId: plant.plantId, commandId: second.id })
  expect(command.pending).toBe(true)
})

it('the working state ends when the last two commands end at once', async () => {
  for (let round = 0; round < 15; round++) {
    const { command: silentCommand } = await plant.client.call('setCuName', { ...plant.unit, cuName: 'Cellar' })
    const firstCommand = await identify(1)
    await plant.server.sender.turn()
    await plant.sendMessage('response', { id: firstCommand.id, state: 'accepted' })
    for (let retry = 0; retry < silentCommand.retries; retry++) await afterMs(5_001)
    plant.server.clock.time = new Date(plant.server.clock.time.getTime() + 5_001)
    await Promise.all([plant.server.sender.turn(), answer(firstCommand)])
    const { command } = await plant.client.call('getCommand', { plantId: plant.plantId, commandId: silentCommand.id })
    expect([command.state, await working()]).toEqual(['failed', false])
  }
})
