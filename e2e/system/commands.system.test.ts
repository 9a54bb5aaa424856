import type { PendingCommand } from '@vigilux/contract/features/commands/command.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoName } from '../../server/src/demo/demo-accounts.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** The life of a command between a browser and misbehaving units. */
let product: RunningProduct
let installer: ApiClient
let channel: Awaited<ReturnType<ApiClient['realtime']>>
let plantId: string

const unit = (serial: string, fault?: { name: string; n?: number; ms?: number; code?: string }) => ({
  type: 'logica' as const,
  serial,
  lamps: 4,
  enrolled: true,
  plant: 'hospital' as const,
  ...(fault ? { fault } : {}),
})

beforeAll(async () => {
  product = await startProduct({
    units: [
      unit('0A1B01'),
      unit('0A1B02', { name: 'never-answers' }),
      // A separate unit for this test, because the unit is busy meanwhile.
      unit('0A1B07', { name: 'never-answers' }),
      unit('0A1B03'),
      unit('0A1B04', { name: 'rejects', code: 'TEST_RUNNING' }),
      unit('0A1B05', { name: 'sends-rubbish' }),
      {
        type: 'logicafm',
        serial: '0F201',
        lamps: 8,
        enrolled: true,
        plant: 'hospital',
        fault: { name: 'never-answers' },
      },
      { ...unit('0A1B06', { name: 'answers-late', ms: 7000 }) },
    ],
  })
  installer = await createApiClient(product.url).signIn('installer')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected with their lamps', async () => {
    const { units } = await installer.call('getUnitsDetails', { plantId })
    return units.length === 8 && units.every((one) => one.cu_connected && one.lamps.present > 0)
  })
  channel = await installer.realtime()
  await installer.call('getPlantDetails', { plantId, socketId: channel.socketId })
})
afterAll(() => product?.stop())

/** The broadcasts about one command, in order. */
const commandStates = (id: string) =>
  channel.received('response').flatMap((event) => {
    const command = event.command as PendingCommand
    return command.id === id ? [{ ...command, working: event.working as boolean }] : []
  })

const ended = (id: string) =>
  pollUntil('the end of the command', () => commandStates(id).find((command) => !command.pending))

const identify = async (topic: string) =>
  (await installer.call('identifyLamp', { plantId, topic, addr: 1, seconds: 2 })).command

describe('a command', () => {
  it('is pending for every watcher at once, reaches the unit and ends with its answer', async () => {
    const { id } = await identify('logica_0A1B01')
    const end = await ended(id)
    const [first] = commandStates(id)
    expect(first).toMatchObject({
      pending: true,
      working: true,
      cu: 'logica_0A1B01',
      requestedBy: demoName('installer'),
    })
    expect(end).toMatchObject({ state: 'done', working: false, attempt: 1, error: null })
  })

  it.concurrent('to a silent logica is sent four times every five seconds and fails after twenty', async () => {
    const { id } = await identify('logica_0A1B02')
    const startedAt = performance.now()
    const end = await ended(id)
    const seconds = (performance.now() - startedAt) / 1000
    expect(end).toMatchObject({ state: 'failed', error: 'communication_error', attempt: 4, retry: 0, working: false })
    expect(seconds).toBeGreaterThan(19)
    expect(seconds).toBeLessThan(25)
    expect(
      commandStates(id)
        .filter((command) => command.state === 'sent')
        .map((command) => command.attempt),
    ).toEqual([1, 2, 3, 4])
  })

  it.concurrent('to a silent logicafm is sent once and fails after twelve seconds', async () => {
    const { id } = await identify('logicafm_0F201')
    const startedAt = performance.now()
    const end = await ended(id)
    const seconds = (performance.now() - startedAt) / 1000
    expect(end).toMatchObject({ state: 'failed', error: 'communication_error', attempt: 1 })
    expect(seconds).toBeGreaterThan(11.5)
    expect(seconds).toBeLessThan(16)
  })

  it.concurrent('refused as not enabled is resent after a second, and the caller sees only success', async () => {
    // Only now: each starting node asks units for reports, and the test refuses those as well.
    await product.panel('logica_0A1B03', 'fault', { fault: { name: 'not-enabled-first', n: 2 } })
    const { id } = await identify('logica_0A1B03')
    expect(await ended(id)).toMatchObject({ state: 'done', attempt: 3, retry: 1, error: null })
  })

  it.concurrent('refused for another reason fails with the text of the unit', async () => {
    const { id } = await identify('logica_0A1B04')
    expect(await ended(id)).toMatchObject({ state: 'failed', error: 'refused', code: 'TEST_RUNNING' })
  })

  it.concurrent('answered with garbage counts as unanswered and affects no other command', async () => {
    const { id } = await identify('logica_0A1B05')
    const { id: other } = await identify('logica_0A1B01')
    expect(await ended(other)).toMatchObject({ state: 'done' })
    expect(await ended(id)).toMatchObject({ state: 'failed', error: 'communication_error' })
    expect(await product.counted(/vigilux_device_messages_dropped_total\{reason="\w+"\} (\d+)/)).toBeGreaterThan(0)
  })

  it.concurrent('answered late, after a second attempt, ends once as done', async () => {
    const { id } = await identify('logica_0A1B06')
    expect(await ended(id)).toMatchObject({ state: 'done', attempt: 2 })
    expect(commandStates(id).filter((command) => !command.pending)).toHaveLength(1)
  })

  it.concurrent('for a test shows its retries, and the unanswered test is not started', async () => {
    const { test, command } = await installer.call('ftest', { plantId, topic: 'logica_0A1B07', addr: [] })
    const run = await pollUntil('the test to be given up', async () => {
      const { test: now } = await installer.call('getTestReport', { plantId, testId: test.id })
      return now.state === 'notStarted' && now
    })
    expect(run).toMatchObject({ reason: 'communication_error', passed: 0, failed: 0, notExecuted: run.total })
    const { command: last } = await installer.call('getCommand', { plantId, commandId: command.id })
    expect(last.attempt).toBe(4)
  })

  it('to a unit of another plant is refused as not found', async () => {
    const { plants } = await installer.call('getAllPlants', { search: 'bellavista' })
    const refusal = await installer.refused('identifyLamp', {
      plantId: plants[0]?.plant_id,
      topic: 'logica_0A1B01',
      addr: 1,
      seconds: 2,
    })
    expect(refusal).toMatchObject({ error: 'UNIT_NOT_FOUND', status: 404 })
  })

  it('survives a restart of the server and ends on time', async () => {
    const { id } = await identify('logicafm_0F201')
    const startedAt = performance.now()
    await product.restart()
    const end = await pollUntil('the end after the restart', async () => {
      const { command } = await installer.call('getCommand', { plantId, commandId: id })
      return !command.pending && command
    })
    expect(end).toMatchObject({ state: 'failed', error: 'communication_error', attempt: 1 })
    expect((performance.now() - startedAt) / 1000).toBeLessThan(16)
  })
})
