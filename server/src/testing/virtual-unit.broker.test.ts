import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TypeEncodedCommand } from '@vigilux/device-plane/central-unit-type.ts'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { type OnlineMessage, onlineMessage, stateMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { FaultScript } from '@vigilux/simulator/core/fault-script.ts'
import type { VirtualUnit } from '@vigilux/simulator/core/virtual-unit.ts'
import mqtt from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testFactoryKey } from './test-broker.ts'
import { openUnitListener, typeOf, type UnitListener } from './unit-listener.ts'

const logica = 'logica_0A1B2C'
const fm = 'logicafm_0A1B2'

let listener: UnitListener
let folders: string[]

beforeEach(async () => {
  folders = []
  listener = await openUnitListener([logica, fm])
})
afterEach(async () => {
  await listener.close()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

const open: UnitListener['open'] = (...args) => listener.open(...args)
const messagesOn = (channel: string) => listener.messagesOn(channel)
const send: UnitListener['send'] = (...order) => listener.send(...order)
const responses = (id: string) => listener.responses(id)
const lastOf = (id: string) => listener.lastResponse(id)
const records = (unit: string) => listener.records(unit)
const lampsOf = (unit: string) => listener.lamps(unit)
const functionalTest = (testId = randomUUID()): TypeEncodedCommand => ({
  name: 'ftest',
  testId,
  test: 'functional',
  lamps: 'all',
})

describe.each([logica, fm])('%s', (id) => {
  const keys = id === logica ? (['SEL', 'OK'] as const) : (['UP', 'DOWN'] as const)

  test('starts with its boot counter and reports everything', async () => {
    const { unit } = await open(id)
    await vi.waitFor(() => expect(lampsOf(id).size).toBe(20))
    expect(onlineMessage.parse(messagesOn('online')[0])).toMatchObject({ online: true, boot: unit.memory.boot })
    const [shadow] = messagesOn('shadow') as { body: unknown }[]
    expect(typeOf(id).decodeShadow(shadow?.body).network).toMatchObject({ state: 'completed', found: 20 })
    for (const lamp of unit.lamps) expect(lampsOf(id).get(lamp.addr)?.serial).toBe(lamp.serial)
  })

  test('receives commands in a retained session without its own subscription', async () => {
    const login = { clientId: id, username: id, password: unitPassword(testFactoryKey, id), clean: false }
    await (await mqtt.connectAsync(listener.broker.unitUrl, login)).endAsync()
    await open(id)
    const command = await send(id, { name: 'refresh' })
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('done'))
  })

  test('enrols only when its own two keys are pressed', async () => {
    const { unit } = await open(id, { enrolled: false })
    const command = await send(id, { name: 'enrol', windowS: 60 })
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('accepted'))
    unit.press(new Set(['SEL', 'DOWN']))
    unit.press(new Set([keys[0]]))
    expect(unit.enrolment.state).toBe('waiting')
    unit.press(new Set(keys))
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('done'))
    expect(unit.enrolment.state).toBe('enrolled')
  })

  test('finds its lamps step by step', async () => {
    const { unit } = await open(id, { enrolled: false, lamps: 70 }, undefined, 12)
    const enrol = await send(id, { name: 'enrol', windowS: 60 })
    await vi.waitFor(() => expect(lastOf(enrol)?.state).toBe('accepted'))
    unit.press(new Set(keys))
    const search = await send(id, { name: 'createNetwork', plantCode: id === fm ? 7 : null })
    await vi.waitFor(() => expect(lastOf(search)?.state).toBe('done'))
    await vi.waitFor(() => expect(lampsOf(id).size).toBe(70), 10_000)
    const networks = listener.states(id).flatMap(({ unit }) => unit?.network ?? [])
    expect(networks.some(({ state }) => state === 'inProgress')).toBe(true)
    expect(networks.at(-1)).toMatchObject({ state: 'completed', found: 70, plantCode: id === fm ? 7 : null })
  })

  test('runs a functional test with one result per emergency lamp', async () => {
    const { unit } = await open(id)
    const [first, second] = unit.lamps.filter(({ kind }) => kind === 'emergency')
    first!.faults = ['lamp_failure']
    second!.faults = ['communication']
    const testId = randomUUID()
    const command = await send(id, functionalTest(testId))
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('done'))
    await vi.waitFor(() => expect(records(id).at(-1)).toMatchObject({ kind: 'testEnded', outcome: 'finished' }))
    const results = records(id).filter((record) => record.kind === 'testResult')
    const emergency = unit.lamps.filter(({ kind }) => kind === 'emergency')
    expect(records(id)[0]).toMatchObject({ kind: 'testStarted', testId, lamps: emergency.map(({ addr }) => addr) })
    expect(results.map(({ lamp }) => lamp).toSorted((a, b) => a - b)).toEqual(emergency.map(({ addr }) => addr))
    expect(results.find(({ lamp }) => lamp === first!.addr)).toMatchObject({ result: 'failed', reason: 'lamp_failure' })
    expect(results.find(({ lamp }) => lamp === second!.addr)).toMatchObject({
      result: 'notExecuted',
      reason: 'lamp_unreachable',
    })
    expect(results.find(({ result }) => result === 'passed')).toMatchObject({ reason: null, measuredS: 30 })
  })

  test('measures each lamp in an autonomy test and finds the worn battery', async () => {
    const { unit } = await open(id, { lamps: 4 }, undefined, 20_000)
    for (const lamp of unit.lamps) Object.assign(lamp, { charge: 1, capacity: 1.2, kind: 'emergency', ratedMin: 60 })
    unit.lamps[1]!.capacity = 0.5
    await send(id, { name: 'ftest', testId: randomUUID(), test: 'autonomy', lamps: [1, 2] })
    await vi.waitFor(() => expect(records(id).at(-1)?.kind).toBe('testEnded'))
    const results = records(id).filter((record) => record.kind === 'testResult')
    expect(results).toEqual([
      expect.objectContaining({ lamp: 2, result: 'failed', reason: 'battery_duration', measuredS: 1800 }),
      expect.objectContaining({ lamp: 1, result: 'passed', reason: null, measuredS: 3600 }),
    ])
    expect(records(id)).toContainEqual(
      expect.objectContaining({ kind: 'lampFault', lamp: 2, error: 'battery_duration' }),
    )
    await vi.waitFor(() => expect(lampsOf(id).get(2)?.errors).toEqual(['battery_duration']))
  })
})

describe('unit commands', () => {
  test('with one id run once and are answered each time', async () => {
    await open(logica)
    const command = functionalTest()
    const id = await send(logica, command)
    await send(logica, command, { id, attempt: 2 })
    await vi.waitFor(() => expect(responses(id)).toHaveLength(2))
    expect(responses(id).map(({ state }) => state)).toEqual(['done', 'done'])
    await vi.waitFor(() => expect(records(logica).at(-1)?.kind).toBe('testEnded'))
    expect(records(logica).filter(({ kind }) => kind === 'testStarted')).toHaveLength(1)
  })

  test('do not run after their expiry', async () => {
    await open(logica)
    const expiredCommand = await send(logica, functionalTest(), { inMs: -1 })
    const timely = await send(logica, { name: 'statusQuery' })
    await vi.waitFor(() => expect(lastOf(timely)?.state).toBe('done'))
    expect(responses(expiredCommand)).toEqual([])
    expect(records(logica)).toEqual([])
  })

  test('expire for a unit with a fast clock except the clock correction', async () => {
    const { unit } = await open(logica, { clockOffsetS: 1_200 })
    expect(Date.parse((messagesOn('online')[0] as OnlineMessage).at ?? '')).toBeGreaterThan(Date.now() + 1_000_000)
    const lateCommand = await send(logica, { name: 'statusQuery' })
    const clock = await send(logica, { name: 'setClock', at: new Date().toISOString(), utcOffsetMin: 60 })
    await vi.waitFor(() => expect(lastOf(clock)?.state).toBe('done'))
    expect(responses(lateCommand)).toEqual([])
    const timely = await send(logica, { name: 'statusQuery' })
    await vi.waitFor(() => expect(lastOf(timely)?.state).toBe('done'))
    unit.troubles.setFault('charger', true)
    await vi.waitFor(() => expect(records(logica)).toHaveLength(1))
    expect(Math.abs(Date.parse(records(logica)[0]!.message.at) - Date.now())).toBeLessThan(10_000)
  })

  test('with an invalid body are refused', async () => {
    await open(logica)
    const [unknown, invalid] = [randomUUID(), randomUUID()]
    const exp = new Date(Date.now() + 60_000).toISOString()
    const publish = (id: string, name: string) =>
      listener.link.publish(`v1/${logica}/down/command`, JSON.stringify({ id, name, attempt: 1, exp, body: { a: 1 } }))
    await Promise.all([publish(unknown, 'selfDestruct'), publish(invalid, 'identify')])
    await vi.waitFor(() => expect(lastOf(unknown)?.code).toBe('UNKNOWN_COMMAND'))
    await vi.waitFor(() => expect(lastOf(invalid)?.code).toBe('INVALID_BODY'))
  })

  test('to identify a lamp blink until stopped', async () => {
    const { unit } = await open(logica)
    const id = await send(logica, { name: 'identify', lamp: 3, seconds: 600 })
    await vi.waitFor(() => expect(lastOf(id)?.state).toBe('done'))
    expect(unit.lamps[2]!.blinksUntil).toBeGreaterThan(Date.now())
    const end = await send(logica, { name: 'stop_blink', lamp: 3 })
    await vi.waitFor(() => expect(lastOf(end)?.state).toBe('done'))
    expect(unit.lamps[2]!.blinksUntil).toBeLessThanOrEqual(Date.now())
  })

  test('that stop a test report each remaining lamp as not tested', async () => {
    await open(logica, {}, undefined, 1)
    const testId = randomUUID()
    await send(logica, functionalTest(testId))
    const second = await send(logica, functionalTest())
    await vi.waitFor(() => expect(lastOf(second)).toMatchObject({ state: 'refused', code: 'TEST_RUNNING' }))
    await send(logica, { name: 'stopTest', testId })
    await vi.waitFor(() => expect(records(logica).at(-1)).toMatchObject({ kind: 'testEnded', outcome: 'stopped' }))
    const results = records(logica).filter((record) => record.kind === 'testResult')
    expect(results.length).toBeGreaterThan(0)
    for (const result of results) expect(result).toMatchObject({ result: 'notExecuted', reason: 'stopped_by_user' })
  })
})

test('a mains failure ends a test, and its end is reported', async () => {
  const { unit } = await open(logica, {}, undefined, 1)
  const id = await send(logica, functionalTest())
  await vi.waitFor(() => expect(lastOf(id)?.state).toBe('done'))
  unit.setMains(false)
  await vi.waitFor(() => expect([...lampsOf(logica).values()].some(({ mode }) => mode === 'emergency')).toBe(true))
  expect(
    records(logica)
      .map(({ kind }) => kind)
      .slice(-2),
  ).toEqual(['testEnded', 'mainsFailed'])
  unit.setMains(true)
  await vi.waitFor(() => expect(records(logica).at(-1)?.kind).toBe('mainsRestored'))
})

describe('unit records', () => {
  test('are sent again after a reconnect until acknowledged', async () => {
    const { unit } = await open(logica)
    unit.troubles.setFault('charger', true)
    await vi.waitFor(() => expect(records(logica)).toHaveLength(1))
    await reconnected(unit)
    await vi.waitFor(() => expect(records(logica)).toHaveLength(2), 5_000)
    const [first, second] = records(logica).map(({ message }) => message)
    expect(second).toEqual(first)
    const ack = { records: [[first!.boot, first!.seq]] }
    const acknowledge = (life: string) =>
      listener.link.publish(`v1/${logica}/down/ack`, JSON.stringify({ life, ...ack }))
    await acknowledge('00000000deadbeef')
    // The message after the foreign acknowledgement has arrived, so the acknowledgement arrived too and changed
    // nothing.
    const command = await send(logica, { name: 'statusQuery' })
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('done'))
    expect(unit.waitingRecords).toBe(1)
    await acknowledge(first!.life)
    await vi.waitFor(() => expect(unit.waitingRecords).toBe(0))
  })

  test('survive a simulator restart with a higher boot counter', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vigilux-simulator-'))
    folders.push(folder)
    const first = await open(logica, {}, join(folder, 'memory.json'))
    first.unit.troubles.setFault('charger', true)
    const { boot } = first.unit.memory
    await first.fleet.close()
    listener.receivedMessages.length = 0
    const second = await open(logica, {}, join(folder, 'memory.json'))
    await vi.waitFor(() => expect(records(logica)).toHaveLength(1))
    expect(records(logica)[0]?.message).toMatchObject({ boot, seq: 0 })
    expect(second.unit.memory.boot).toBe(boot + 1)
  })
})

test('lamp details are sent after a start, not after each connection', async () => {
  const { unit } = await open(fm, { lamps: 250 })
  await vi.waitFor(() => expect(listener.lampDetails(fm).size).toBe(250))
  expect(
    Math.max(...messagesOn('state').map((state) => stateMessage.parse(state).lampDetail?.length ?? 0)),
  ).toBeLessThanOrEqual(200)
  listener.forget(fm)
  await reconnected(unit)
  await vi.waitFor(() => expect(lampsOf(fm).size).toBe(250))
  expect(listener.lampDetails(fm).size).toBe(0)
  expect(listener.detail(fm)?.mainId).toBe('0A1B2')
  await send(fm, { name: 'refresh' })
  await vi.waitFor(() => expect(listener.lampDetails(fm).size).toBe(250))
})

test('a disconnected unit publishes its will with the boot counter', async () => {
  const { fleet, unit } = await open(logica)
  await fleet.close()
  const { life, boot } = unit.memory
  const lastWill = { life, boot, connection: 0, online: false } satisfies OnlineMessage
  await vi.waitFor(() => expect(messagesOn('online').at(-1)).toEqual(lastWill))
})

describe('fault scripts', () => {
  const openWith = async (fault: FaultScript) => {
    const connectedUnit = await open(logica, { fault })
    const command = await send(logica, { name: 'statusQuery' })
    return { ...connectedUnit, command }
  }
  const healed = async (unit: VirtualUnit): Promise<void> => {
    unit.fault = null
    await vi.waitFor(() => expect(unit.isConnected).toBe(true), 10_000)
    const command = await send(logica, { name: 'statusQuery' })
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('done'))
  }

  test('never-answers', async () => {
    const { unit, command } = await openWith({ name: 'never-answers' })
    // The acknowledgement was sent after the command and has arrived, so the command has arrived as well.
    unit.troubles.setFault('charger', true)
    await vi.waitFor(() => expect(records(logica)).toHaveLength(1))
    const { life, boot, seq } = records(logica)[0]!.message
    await listener.link.publish(`v1/${logica}/down/ack`, JSON.stringify({ life, records: [[boot, seq]] }))
    await vi.waitFor(() => expect(unit.waitingRecords).toBe(0))
    await healed(unit)
    expect(responses(command)).toEqual([])
  })

  test('answers-late', async () => {
    const sentAt = performance.now()
    const { command } = await openWith({ name: 'answers-late', ms: 700 })
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('done'), 10_000)
    expect(performance.now() - sentAt).toBeGreaterThan(700)
  })

  test('not-enabled-first', async () => {
    const { command } = await openWith({ name: 'not-enabled-first', n: 2 })
    await send(logica, { name: 'statusQuery' }, { id: command, attempt: 2 })
    await send(logica, { name: 'statusQuery' }, { id: command, attempt: 3 })
    await vi.waitFor(() => expect(responses(command)).toHaveLength(3))
    expect(responses(command).map(({ state, code }) => code ?? state)).toEqual([
      'ERROR_COMMAND_NOT_ENABLED',
      'ERROR_COMMAND_NOT_ENABLED',
      'done',
    ])
  })

  test('rejects', async () => {
    const { command } = await openWith({ name: 'rejects', code: 'NETWORK_BUSY' })
    await vi.waitFor(() => expect(lastOf(command)).toMatchObject({ state: 'refused', code: 'NETWORK_BUSY' }))
  })

  test('drops-line', async () => {
    const { unit, command } = await openWith({ name: 'drops-line' })
    await vi.waitFor(() => expect(messagesOn('online')).toContainEqual(expect.objectContaining({ online: false })))
    expect(responses(command)).toEqual([])
    await healed(unit)
  })

  test('sends-rubbish', async () => {
    await openWith({ name: 'sends-rubbish' })
    await vi.waitFor(() =>
      expect(listener.receivedMessages.filter(({ channel }) => channel === 'record')).toHaveLength(1),
    )
    expect(() => messagesOn('response')).toThrow()
    expect(() => messagesOn('record')).toThrow()
    expect(() => listener.states(logica)).toThrow()
  })

  test('dies-in-batch', async () => {
    const { unit } = await open(logica, { fault: { name: 'dies-in-batch', after: 1 } })
    const begin = await send(logica, { name: 'setBatch', param: '01' })
    await vi.waitFor(() => expect(lastOf(begin)?.state).toBe('done'))
    const page = await send(logica, { name: 'setMultiGroup', page: 0, payload: '0001'.repeat(32) })
    await vi.waitFor(() => expect(messagesOn('online').at(-1)).toMatchObject({ online: false }))
    expect(unit.isConnected).toBe(false)
    expect(responses(page)).toEqual([])
    unit.fault = null
    // The command waited at the broker.
    await vi.waitFor(() => expect(lastOf(page)?.state).toBe('done'), 10_000)
    await healed(unit)
  })

  test('dies-in-batch releases a disconnected unit', async () => {
    const { fleet, unit } = await open(logica, { fault: { name: 'dies-in-batch', after: 0 } })
    await send(logica, { name: 'setBatch', param: '01' })
    await vi.waitFor(() => expect(unit.isConnected).toBe(false))
    await fleet.close()
  })

  test('wrong-id', async () => {
    const { command } = await openWith({ name: 'wrong-id' })
    await vi.waitFor(() => expect(messagesOn('response')).toEqual([expect.objectContaining({ state: 'done' })]))
    expect(responses(command)).toEqual([])
  })

  test('answers-twice', async () => {
    const { command } = await openWith({ name: 'answers-twice' })
    await vi.waitFor(() => expect(responses(command).map(({ state }) => state)).toEqual(['done', 'done']))
  })

  test('answers-after-end', async () => {
    const { unit } = await open(logica, { fault: { name: 'answers-after-end' } })
    const endsAt = Date.now() + 1_000
    const command = await send(logica, { name: 'setCuName', cuName: 'Halle' }, { inMs: 1_000 })
    await vi.waitFor(() => expect(unit.settings.name).toBe('Halle'))
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('done'), 10_000)
    expect(Date.now()).toBeGreaterThan(endsAt)
  })

  test('sends-record-twice', async () => {
    const { unit } = await openWith({ name: 'sends-record-twice' })
    unit.troubles.setFault('battery_low_voltage', true)
    await vi.waitFor(() => expect(records(logica)).toHaveLength(2))
    expect(records(logica)[1]).toEqual(records(logica)[0])
  })
})

/** Cuts the connection of a unit, and waits for its return. */
const reconnected = async (unit: VirtualUnit): Promise<void> => {
  const birthCount = messagesOn('online').length
  unit.dropLine()
  await vi.waitFor(() => expect(messagesOn('online').slice(birthCount).at(-1)).toMatchObject({ online: true }), 10_000)
}
