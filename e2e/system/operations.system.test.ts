import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoName } from '../../server/src/demo/demo-accounts.ts'
import { type ApiClient, createApiClient, pollUntil, type RefusedError } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** Operations complete, or stop in a known state. */
let product: RunningProduct
let installer: ApiClient
let staff: ApiClient
let plantId: string

const fm = 'logicafm_0F201'
const logica = 'logica_0A1B02'

beforeAll(async () => {
  product = await startProduct({
    units: [
      { type: 'logica', serial: '0A1B01', lamps: 12, enrolled: true, plant: 'hospital' },
      { type: 'logica', serial: '0A1B02', lamps: 64, enrolled: true, plant: 'hospital' },
      { type: 'logica', serial: '0A1B03', lamps: 40, enrolled: true, plant: 'hospital' },
      // On the same line as the first one: the same seed makes the same lamps.
      { type: 'logica', serial: '0A1B0F', lamps: 12, seed: 1 },
      { type: 'logicafm', serial: '0F201', lamps: 992, enrolled: true, plant: 'hospital' },
    ],
  })
  installer = await createApiClient(product.url).signIn('installer')
  staff = await createApiClient(product.url).signIn('staff')
  const { plants } = await installer.call('getAllPlants', { search: 'camillo' })
  plantId = plants[0]?.plant_id ?? ''
  await pollUntil('all units connected with their lamps', async () => {
    const { units } = await installer.call('getUnitsDetails', { plantId })
    return units.length === 4 && units.every((one) => one.cu_connected && one.lamps.present > 0)
  })
})
afterAll(() => product?.stop())

const lampsOf = async (topic: string) => {
  return (await installer.call('getLamps', { plantId, topic })).lamps
}
const operationOf = async (operationId: string) =>
  (await installer.call('getOperation', { plantId, operationId })).operation
const ended = (started: { operation: Operation }) =>
  pollUntil('the end of the operation', async () => {
    const operation = await operationOf(started.operation.id)
    return operation.endedAt !== null && operation
  })
const groupsAre = (topic: string, groups: number[], addrs: (addr: number) => boolean) =>
  pollUntil('the groups that the unit reports', async () => {
    const lamps = (await lampsOf(topic)).filter(({ id }) => addrs(id))
    return lamps.length > 0 && lamps.every((lamp) => lamp.groups.join() === groups.join())
  })
const refusalOf = (call: Promise<unknown>): Promise<RefusedError> =>
  call.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: RefusedError) => error,
  )

describe('groups for all 992 lamps of a unit', () => {
  it('are written page by page in one batch and reverted', async () => {
    const before = new Map((await lampsOf(fm)).map(({ id, groups }) => [id, groups.join()]))
    const lamps = Array.from({ length: 992 }, (_, at) => ({ addr: at + 1, groups: [1, 16] }))
    const started = await installer.call('assignGroups', { plantId, topic: fm, lamps })
    expect(started.operation).toMatchObject({ kind: 'assignGroups', state: 'running', total: 31 })
    expect(started.operation.unwritten).toHaveLength(992)
    expect(await ended(started)).toMatchObject({ state: 'done', done: 31, unwritten: [], canUndo: true })
    const { steps } = await installer.call('getOperation', { plantId, operationId: started.operation.id })
    expect(steps.map(({ command }) => command)).toEqual([
      'setBatch',
      ...Array.from({ length: 31 }, () => 'setMultiGroup'),
      'setBatch',
    ])
    await groupsAre(fm, [1, 16], () => true)

    const undone = await installer.call('undoOperation', { plantId, operationId: started.operation.id })
    expect(await ended(undone)).toMatchObject({ state: 'done', undoes: started.operation.id })
    await pollUntil('the groups as they were', async () =>
      (await lampsOf(fm)).every(({ id, groups }) => groups.join() === before.get(id)),
    )
    expect(await operationOf(started.operation.id)).toMatchObject({ state: 'undone', canUndo: false })
  })

  it('that the unit leaves midway stop in a known state and resume there', async () => {
    await product.panel(fm, 'fault', { fault: { name: 'dies-in-batch', after: 10 } })
    const lamps = Array.from({ length: 992 }, (_, at) => ({ addr: at + 1, groups: [7] }))
    const started = await installer.call('assignGroups', { plantId, topic: fm, lamps })
    const stoppedOperation = await ended(started)
    // Pages of an unfinished batch had no effect: none of them counts as written.
    expect(stoppedOperation).toMatchObject({ state: 'interrupted', done: 0, canContinue: true })
    expect(stoppedOperation.unwritten).toHaveLength(992)
    expect(['communication_error', 'expired']).toContain(stoppedOperation.error)
    await product.panel(fm, 'fault', { fault: null })
    await pollUntil('the unit is back', async () => {
      const { units } = await installer.call('getUnitsDetails', { plantId })
      return units.find(({ cu_id }) => cu_id === '0F201')?.cu_connected
    })
    const continued = await installer.call('continueOperation', { plantId, operationId: started.operation.id })
    expect(await ended(continued)).toMatchObject({ state: 'done', done: 31, unwritten: [] })
    await groupsAre(fm, [7], () => true)
  })

  it('survive a restart of the server midway', async () => {
    const lamps = Array.from({ length: 992 }, (_, at) => ({ addr: at + 1, groups: [3, 4] }))
    const started = await installer.call('assignGroups', { plantId, topic: fm, lamps })
    await pollUntil('some pages', async () => (await operationOf(started.operation.id)).done >= 2)
    await product.restart()
    expect(await ended(started)).toMatchObject({ state: 'done', done: 31 })
    await groupsAre(fm, [3, 4], () => true)
  })
})

describe('a unit during an operation', () => {
  it('refuses configuration by others with the name, and allows harmless commands', async () => {
    await product.panel(logica, 'fault', { fault: { name: 'answers-late', ms: 1500 } })
    const operation = await installer.call('assignGroups', {
      plantId,
      topic: logica,
      lamps: [{ addr: 1, groups: [2] }],
    })
    const refusedError = await refusalOf(
      staff.call('setGroup', { plantId, topic: logica, page: 0, indexes: [2], group: 5 }),
    )
    expect(refusedError).toMatchObject({ error: 'UNIT_BUSY', status: 409, details: { by: demoName('installer') } })
    expect(await refusalOf(staff.call('removeCu', { plantId, topic: 'logica_0A1B02' }))).toMatchObject({
      error: 'UNIT_BUSY',
    })
    expect((await staff.call('identifyLamp', { plantId, topic: logica, addr: 2, seconds: 1 })).command.pending).toBe(
      true,
    )
    await ended(operation)
    await product.panel(logica, 'fault', { fault: null })
    const after = await staff.call('setGroup', { plantId, topic: logica, page: 0, indexes: [2], group: 5 })
    expect(after.command.pending).toBe(true)
  })

  it('can be cancelled between two steps, which closes the batch', async () => {
    await product.panel(logica, 'fault', { fault: { name: 'answers-late', ms: 800 } })
    const lamps = Array.from({ length: 64 }, (_, at) => ({ addr: at + 1, groups: [9] }))
    const started = await installer.call('assignGroups', { plantId, topic: logica, lamps })
    const cancelled = await installer.call('cancelOperation', { plantId, operationId: started.operation.id })
    expect(cancelled.operation.state).toBe('cancelling')
    const end = await ended(started)
    expect(end).toMatchObject({ state: 'cancelled', canContinue: true })
    const { steps } = await installer.call('getOperation', { plantId, operationId: started.operation.id })
    expect(steps.at(-1)).toMatchObject({ role: 'close', command: 'setBatch', state: 'done' })
    expect(steps.filter(({ role }) => role === 'work').map(({ state }) => state)).toContain('leftOut')
    await product.panel(logica, 'fault', { fault: null })
  })
})

describe('the list of lamps of a unit', () => {
  const topic = 'logica_0A1B03'
  const configure = async (request: Parameters<typeof installer.call<'configureUnit'>>[1]['request']) =>
    ended(await installer.call('configureUnit', { plantId, topic, request }))

  it('stays unchanged by a list with faulty lines, which are named', async () => {
    const serials = ['A1B2C3', '12345', 'ZZZZZZ', 'A1B2C3', 'A1B2C302']
    const request = { mode: 'appendSerials', serials } as const
    const refusedError = await refusalOf(installer.call('configureUnit', { plantId, topic, request }))
    expect(refusedError).toMatchObject({ error: 'SERIAL_LIST_INVALID', status: 400 })
    expect((refusedError.details as { lines: unknown[] }).lines).toEqual([
      { line: 2, serial: '12345', fault: 'format' },
      { line: 3, serial: 'ZZZZZZ', fault: 'format' },
      { line: 4, serial: 'A1B2C3', fault: 'duplicate' },
      { line: 5, serial: 'A1B2C302', fault: 'checksum' },
    ])
    expect(await lampsOf(topic)).toHaveLength(40)
  })

  it('supports append, overwrite, substitute and delete, and can be restored', async () => {
    const first = await installer.call('takeSnapshot', { plantId, topic })
    expect(await configure({ mode: 'appendSerials', serials: ['A1B2C3', 'A1B2C301'] })).toMatchObject({ state: 'done' })
    await pollUntil('two more lamps', async () => (await lampsOf(topic)).length === 42)
    expect((await lampsOf(topic)).slice(-2).map(({ id, serial }) => [id, serial])).toEqual([
      [41, 'A1B2C3'],
      [42, 'A1B2C301'],
    ])
    await configure({ mode: 'overwriteSerials', serials: [{ serial: 'B1B2C3', position: 41 }] })
    await pollUntil(
      'the overwritten one',
      async () => (await lampsOf(topic)).find(({ id }) => id === 41)?.serial === 'B1B2C3',
    )
    const groups = (await lampsOf(topic)).find(({ id }) => id === 2)?.groups
    await configure({ mode: 'substitute', addrs: [2], serials: ['C1C2C3'] })
    await pollUntil('the substituted one', async () => {
      const lamp = (await lampsOf(topic)).find(({ id }) => id === 2)
      return lamp?.serial === 'C1C2C3' && lamp.groups.join() === groups?.join()
    })
    await configure({ mode: 'delete', addrs: [5, 41, 42] })
    await pollUntil('the deleted ones', async () => (await lampsOf(topic)).length === 39)

    const { snapshots } = await installer.call('getSnapshots', { plantId, topic })
    expect(snapshots.length).toBeGreaterThanOrEqual(5)
    const { differences } = await installer.call('getSnapshot', { plantId, snapshotId: first.snapshot.id })
    expect(differences.filter(({ what }) => what === 'serial').map(({ lamp }) => lamp)).toEqual([2, 5])
    const restoreOperation = await installer.call('restoreSnapshot', { plantId, snapshotId: first.snapshot.id })
    expect(await ended(restoreOperation)).toMatchObject({ state: 'done' })
    await pollUntil('the list as it was', async () => {
      const { differences: remainingDifferences } = await installer.call('getSnapshot', {
        plantId,
        snapshotId: first.snapshot.id,
      })
      return remainingDifferences.every(({ what }) => what !== 'serial' && what !== 'groups')
    })
    expect(
      await refusalOf(installer.call('configureUnit', { plantId, topic, request: { mode: 'delete', addrs: [99] } })),
    ).toMatchObject({
      error: 'LAMP_NOT_FOUND',
    })
  })

  it('grows by a search that is followed to its end', async () => {
    const before = (await lampsOf(topic)).map(({ id, serial }) => `${id} ${serial}`)
    await product.panel(topic, 'attach', { count: 6 })
    const end = await configure({ mode: 'append' })
    expect(end).toMatchObject({ state: 'done' })
    const after = await pollUntil('six more lamps at least', async () => {
      const lamps = await lampsOf(topic)
      return lamps.length >= before.length + 6 && lamps
    })
    expect(after.slice(0, before.length).map(({ id, serial }) => `${id} ${serial}`)).toEqual(before)
  })
})

describe('a unit that substitutes another', () => {
  it('gets its texts, lamps and groups, and the old unit leaves the plant', async () => {
    const lamps = await lampsOf('logica_0A1B01')
    await installer.call('saveLampDescription', {
      plantId,
      lampDescInfo: { topic: 'logica_0A1B01', addr: 1, description: 'Main door', location: 'Hall' },
      version: lamps.find(({ id }) => id === 1)?.version ?? 0,
    })
    const unitInput = { cuType: 'logica', cuId: '0A1B01' }
    const { version } = (await installer.call('getShadow', unitInput)).unit
    await installer.call('saveCuDescription', { plantId, topic: 'logica_0A1B01', description: 'North wing', version })
    const { unit } = await installer.call('substituteCu', {
      plantId,
      topic: 'logica_0A1B01',
      newCuId: '0A1B0F',
    })
    expect(unit).toMatchObject({ connection: 'notAcquired', description: 'North wing' })
    await installer.call('enrollCu', { plantId, topic: 'logica_0A1B0F' })
    await pollUntil(
      'the request on the display',
      async () => (await product.panelState('logica_0A1B0F')).enrolment === 'waiting',
    )
    await product.panel('logica_0A1B0F', 'press', { keys: ['SEL', 'OK'] })
    await pollUntil('the old unit is gone', async () => {
      const { units } = await installer.call('getUnitsDetails', { plantId })
      return units.every(({ cu_id }) => cu_id !== '0A1B01')
    })
    const [operation] = (await installer.call('getOperations', { plantId, topic: 'logica_0A1B0F' })).operations
    if (!operation) throw new Error('nothing is written into the new unit')
    const end = await ended({ operation })
    const { steps } = await installer.call('getOperation', { plantId, operationId: operation.id })
    expect(steps.filter(({ state }) => state !== 'done')).toEqual([])
    expect(end).toMatchObject({ kind: 'restoreSnapshot', state: 'done' })
    await pollUntil('the same lamps with the same groups', async () => {
      const now = await lampsOf('logica_0A1B0F')
      return (
        now.length === lamps.length &&
        now.every(
          ({ serial, groups }, at) => serial === lamps[at]?.serial && groups.join() === lamps[at]?.groups.join(),
        )
      )
    })
    expect((await lampsOf('logica_0A1B0F'))[0]).toMatchObject({ description: 'Main door', location: 'Hall' })
    await pollUntil(
      'the old unit in factory state',
      async () => (await product.panelState('logica_0A1B01')).enrolment === 'factory',
    )
  })
})
