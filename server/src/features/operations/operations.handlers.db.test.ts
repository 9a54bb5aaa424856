import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
beforeAll(async () => {
  plant = await openPlantWithUnit()
})
afterAll(() => plant.server.stop())

const begin = async (groups: number[]): Promise<string> => {
  // A later time: the newest operation of a unit is found by its time.
  plant.server.clock.time = new Date(plant.server.clock.now().getTime() + 1000)
  const lamps = [1, 2].map((addr) => ({ addr, groups }))
  return (await plant.client.call('assignGroups', { ...plant.unit, lamps })).operation.id
}
const operationInput = (operationId: string) => ({ plantId: plant.plantId, operationId })
const found = async (id: string) => (await plant.client.call('getOperation', operationInput(id))).operation

describe.each(['getOperation', 'continueOperation', 'cancelOperation', 'undoOperation'])('%s', (action) => {
  it('refuses an operation of another plant', async () => {
    const otherPlantId = await plant.server.create.plant({
      members: { installerAdministrator: plant.installer.userId },
    })
    const id = await begin([1])
    expect(await plant.client.refusal(action, operationInput(randomUUID()))).toBe('OPERATION_NOT_FOUND')
    expect(await plant.client.refusal(action, { plantId: otherPlantId, operationId: id })).toBe('OPERATION_NOT_FOUND')
    await plant.obey()
  })
})

it('running operations cannot be resumed or undone, and ended ones not cancelled', async () => {
  const id = await begin([1])
  expect(await plant.client.refusal('continueOperation', operationInput(id))).toBe('OPERATION_NOT_INTERRUPTED')
  expect(await plant.client.refusal('undoOperation', operationInput(id))).toBe('OPERATION_NOT_UNDOABLE')
  await plant.obey()
  expect(await plant.client.refusal('cancelOperation', operationInput(id))).toBe('OPERATION_NOT_RUNNING')
})

it('a cancelled operation closes its frame, and resumes the rest', async () => {
  const id = await begin([2])
  plant.drainEvents()
  expect((await plant.client.call('cancelOperation', operationInput(id))).operation.state).toBe('cancelling')
  expect(plant.drainEvents()).toEqual(['operation'])
  await plant.obey()
  expect(await found(id)).toMatchObject({ state: 'cancelled', done: 0, unwritten: [1, 2], canContinue: true })
  expect((await plant.client.call('continueOperation', operationInput(id))).operation.state).toBe('running')
  await plant.obey()
  expect(await found(id)).toMatchObject({ state: 'done', unwritten: [] })
})

it('only the newest operation can be undone, by a new operation', async () => {
  const older = await begin([3])
  await plant.obey()
  const newestOperation = await begin([4])
  await plant.obey()
  expect(await plant.client.refusal('undoOperation', operationInput(older))).toBe('OPERATION_NOT_UNDOABLE')
  plant.server.clock.time = new Date(plant.server.clock.now().getTime() + 1000)
  const { operation } = await plant.client.call('undoOperation', operationInput(newestOperation))
  expect(operation).toMatchObject({ undoes: newestOperation, state: 'running' })
  await plant.obey()
  expect(await found(newestOperation)).toMatchObject({ state: 'undone' })
  expect((await plant.client.call('getOperations', { plantId: plant.plantId })).operations[0]?.id).toBe(operation.id)
})
