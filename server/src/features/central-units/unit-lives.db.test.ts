import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let installer: User
let [ownPlantId, newPlantId] = ['', '']
let serials = 0
let cuId = ''
let unit = ''
const cuType = 'logica'
const [first, second, third] = ['00000000000000a1', '00000000000000a2', '00000000000000a3'] as const

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  ownPlantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  newPlantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
})
afterAll(() => server.stop())
/** A new unit per test, enrolled here in its first life and connected. */
beforeEach(async () => {
  cuId = `0A${String(++serials).padStart(4, '0')}`
  unit = await server.create.unit(ownPlantId, cuType, cuId)
  await sendBirth(first)
  await state(first, 5, 0, [lamp(1, 'A1B2C1'), lamp(2, 'A1B2C2')])
})

const at = '2026-03-02T09:05:00Z'
const advanceClock = () => {
  server.clock.time = new Date(server.clock.time.getTime() + 1000)
}
const sendMessage = (channel: string, life: string, message: object, retained = false) => {
  advanceClock()
  return server.inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })), retained)
}
const sendBirth = (life: string, { boot = 5, connection = 0, online = true } = {}, retained = false) =>
  sendMessage('online', life, { boot, connection, online }, retained)
const lamp = (addr: number, serial: string) => [addr, serial, 0, 2, 8, 0, 2, 254, 30, 254, 1, 1, 0, 'ST-8', '1.0']
const state = (life: string, boot: number, seq: number, lamps: unknown[], lampList?: number[]) =>
  sendMessage('state', life, { boot, seq, at, body: { l: lamps }, lampList })
const mains = (life: string, boot: number, seq: number) =>
  sendMessage('record', life, { boot, seq, at, kind: 'mains', body: { on: 0 } })

const installerClient = () => server.as(installer)
const input = (plantId = ownPlantId) => ({ plantId, topic: unit })
const readUnit = async (plantId = ownPlantId) =>
  (await installerClient().call('getUnitsDetails', { plantId })).units.find((one) => one.cu_id === cuId)
const lamps = async () =>
  (await installerClient().call('getLamps', input())).lamps.map(({ id, serial, condition }) => [id, serial, condition])
const kinds = async (plantId = ownPlantId) =>
  (await installerClient().call('getUnitEntries', input(plantId))).entries.map(({ kind }) => kind)
const acknowledged = () =>
  server.published.flatMap(({ topic, payload }) => {
    const ack = payload as { life: string; records: [number, number][] }
    return topic === `v1/${unit}/down/ack` ? ack.records.map((numbers) => [ack.life, ...numbers]) : []
  })
const readStoredRecords = async () => {
  const { rows } = await server.database.pool.query<{ plant_id: string; life: string; boot: string; seq: string }>(
    'select plant_id, life, boot, seq from unit_record where unit = $1 order by life, boot, seq',
    [unit],
  )
  return rows.map(({ plant_id, life, boot, seq }) => [plant_id, life, Number(boot), Number(seq)])
}
/** Answers the requested enrolment, as the unit does after its keys were pressed. */
const enrol = async (life: string, plantId = ownPlantId) => {
  await installerClient().call('enrollCu', input(plantId))
  await server.sender.turn()
  const published = server.published.findLast(({ topic }) => topic === `v1/${unit}/down/command`)?.payload as {
    id: string
  }
  await sendMessage('response', life, { id: published.id, state: 'done' })
  return (await installerClient().call('enrollCuAck', input(plantId))).enrolment.outcome
}

describe('unit in another life', () => {
  it('is noticed once, shown as disconnected and not processed', async () => {
    const drops = server.drops.length
    await sendBirth(second, { boot: 0 })
    const unknown_life_since = server.clock.now().toISOString()
    await sendBirth(second, { boot: 0 })
    await Promise.all([state(second, 0, 0, [lamp(1, 'FFFFF1')]), mains(second, 0, 0), mains(second, 0, 1)])
    expect(await readUnit()).toMatchObject({ connection: 'disconnected', unknown_life_since })
    expect(await kinds()).toEqual(['unitStranger'])
    expect(await lamps()).toEqual([
      [1, 'A1B2C1', 'offline'],
      [2, 'A1B2C2', 'offline'],
    ])
    expect([await readStoredRecords(), acknowledged()]).toEqual([[], []])
    expect(server.drops.slice(drops)).toEqual(['unknown_unit', 'unknown_unit', 'unknown_unit'])
  })

  it('is reported once in ten minutes for any number of lives', async () => {
    for (let n = 0; n < 30; n++) await sendBirth(n.toString(16).padStart(16, 'b'), { boot: 0 })
    expect(await kinds()).toEqual(['unitStranger'])
    server.clock.time = new Date(server.clock.time.getTime() + 11 * 60_000)
    await sendBirth(third, { boot: 0 })
    expect(await kinds()).toEqual(['unitStranger', 'unitStranger'])
  })

  it('gets no acknowledgement and no dead letter for unreadable records', async () => {
    await sendBirth(second, { boot: 0 })
    const letterCount = server.letterTexts.length
    const unreadable = { boot: 0, seq: 0, at, kind: 'unheard.of', body: {} }
    await sendMessage('record', second, unreadable)
    expect([server.letterTexts.slice(letterCount), acknowledged()]).toEqual([[], []])
    await sendMessage('record', first, unreadable)
    expect([server.letterTexts.slice(letterCount), acknowledged()]).toEqual([['body'], [[first, 0, 0]]])
  })

  it('can be enrolled again, counts from 0 and keeps its history', async () => {
    await Promise.all([mains(first, 5, 0), state(first, 5, 1, [], [1, 2])])
    await sendBirth(second, { boot: 0 })
    expect(await enrol(second)).toBe('ok')
    expect(await readUnit()).toMatchObject({ connection: 'connected', unknown_life_since: null, lamps: { present: 2 } })
    const newLamps = [lamp(1, 'A1B2C9'), lamp(3, 'A1B2C3')]
    await Promise.all([state(second, 0, 0, newLamps, [1, 3]), mains(second, 0, 0), mains(second, 5, 0)])
    expect(await lamps()).toEqual([
      [1, 'A1B2C9', 'ok'],
      [3, 'A1B2C3', 'ok'],
    ])
    expect(await readStoredRecords()).toEqual([
      [ownPlantId, first, 5, 0],
      [ownPlantId, second, 0, 0],
      [ownPlantId, second, 5, 0],
    ])
    expect(acknowledged()).toEqual((await readStoredRecords()).map(([, ...numbers]) => numbers))
    expect(await kinds()).toEqual(['unitReset', 'unitStranger'])
    // The server requests reports again, because another node rejected them before it knew the new life.
    await server.sender.turn()
    const refresh = { topic: `v1/${unit}/down/command`, payload: expect.objectContaining({ name: 'refresh' }) }
    expect(server.published).toContainEqual(refresh)
    // Late messages of the former life cause no new request, and are rejected.
    await Promise.all([mains(first, 5, 9), state(first, 5, 99, [lamp(1, 'FFFFF1')])])
    expect(await readUnit()).toMatchObject({ unknown_life_since: null })
    expect(await readStoredRecords()).toHaveLength(3)
  })

  it('is enrolled by an answer batched with its first messages', async () => {
    await sendBirth(second, { boot: 0 })
    await installerClient().call('enrollCu', input())
    await server.sender.turn()
    const published = server.published.at(-1)?.payload as { id: string }
    const [busy, answer, ...rest] = [
      sendBirth(first),
      sendMessage('response', second, { id: published.id, state: 'done' }),
    ]
    await Promise.all([busy, answer, ...rest, state(second, 0, 0, [lamp(1, 'A1B2C9')]), mains(second, 0, 0)])
    expect((await lamps())[0]).toEqual([1, 'A1B2C9', 'ok'])
    expect(acknowledged()).toEqual([[second, 0, 0]])
  })

  it('can be enrolled again after its removal during enrolment', async () => {
    await sendBirth(second, { boot: 0 })
    const { enrolment: open } = await installerClient().call('enrollCu', input())
    await installerClient().call('removeCu', input())
    advanceClock()
    await installerClient().call('saveCu', { plantId: ownPlantId, cuType, cuId })
    expect(await installerClient().refusal('enrollCuAck', input())).toBe('ENROLMENT_NOT_FOUND')
    const { enrolment } = await installerClient().call('enrollCu', input())
    expect(enrolment).toMatchObject({ state: 'waiting' })
    expect(enrolment.id).not.toBe(open.id)
  })

  it('can be enrolled again only while it reports as new', async () => {
    expect(await installerClient().refusal('enrollCu', input())).toBe('UNIT_ALREADY_PRESENT')
  })
})

describe('new unit', () => {
  it('is connected by its answer before its birth arrives on another node', async () => {
    cuId = `0B${String(serials).padStart(4, '0')}`
    unit = `${cuType}_${cuId}`
    await installerClient().call('saveCu', { plantId: ownPlantId, cuType, cuId })
    expect(await enrol(second)).toBe('ok')
    expect(await readUnit()).toMatchObject({ connection: 'connected' })
    await server.sender.turn()
    const sentCommands = server.published.filter(({ topic }) => topic === `v1/${unit}/down/command`)
    expect(sentCommands.map(({ payload }) => (payload as { name: string }).name)).toEqual(['enrol', 'refresh'])
    await sendBirth(second, { boot: 0 })
    await sendBirth(second, { boot: 0, online: false })
    expect(await readUnit()).toMatchObject({ connection: 'disconnected' })
  })
})

describe('message without a new life', () => {
  it.each([
    ['a will', () => sendBirth(second, { online: false })],
    ['a birth that the broker kept', () => sendBirth(second, {}, true)],
    [
      'a shadow that the broker kept',
      () =>
        sendMessage(
          'shadow',
          second,
          { boot: 0, seq: 0, at, body: { v: ['9', null, null, null], c: [null, null], tz: 0, cfg: 1, net: [2, 1, 1] } },
          true,
        ),
    ],
  ])('%s', async (_, send) => {
    await send()
    expect([(await readUnit())?.unknown_life_since, await kinds()]).toEqual([null, []])
  })

  it('includes the late will of a former connection', async () => {
    await sendBirth(first, { connection: 1 })
    await sendBirth(first, { connection: 0, online: false })
    expect((await readUnit())?.connection).toBe('connected')
    await sendBirth(first, { connection: 1, online: false })
    await sendBirth(first, { connection: 1 })
    expect(await readUnit()).toMatchObject({ connection: 'connected', findings: ['connection_not_counted'] })
  })
})

describe('two boxes with one serial', () => {
  it('are separated by births, and messages from the other ignored', async () => {
    for (let round = 1; round <= 3; round++) {
      await sendBirth(second, { boot: 0, connection: round })
      await Promise.all([mains(second, 0, round), sendBirth(first, { connection: round - 1, online: false })])
      expect((await readUnit())?.connection).toBe('disconnected')
      await sendBirth(first, { connection: round })
      await Promise.all([mains(first, 5, round), sendBirth(second, { boot: 0, connection: round, online: false })])
      expect((await readUnit())?.connection).toBe('connected')
    }
    expect((await readStoredRecords()).map(([, life]) => life)).toEqual([first, first, first])
    expect(await kinds()).toEqual(['unitStranger'])
  })
})

describe('replacement answer', () => {
  it('closes the old unit with its history, and the new one awaits enrolment', async () => {
    await installerClient().call('saveCuDescription', { ...input(), description: 'Basement', version: 1 })
    await mains(first, 5, 0)
    await sendBirth(second, { boot: 0 })
    advanceClock()
    const { unit: newUnit } = await installerClient().call('replacedCu', { ...input(), replaced: true })
    expect(newUnit).toMatchObject({ connection: 'notAcquired', description: 'Basement', lamps: { present: 0 } })
    expect(await lamps()).toEqual([])
    await mains(second, 0, 0)
    expect(acknowledged()).toEqual([[first, 5, 0]])
    expect(await enrol(second)).toBe('ok')
    await mains(second, 0, 0)
    expect(await readStoredRecords()).toHaveLength(2)
    expect(await kinds()).toEqual(['unitEnrolled', 'unitReplaced', 'unitStranger'])
  })

  it('of no ignores the new life until another appears', async () => {
    await sendBirth(second, { boot: 0 })
    advanceClock()
    await installerClient().call('replacedCu', { ...input(), replaced: false })
    await Promise.all([sendBirth(second, { boot: 0 }), mains(second, 0, 0)])
    expect(await readUnit()).toMatchObject({ connection: 'disconnected', unknown_life_since: null })
    expect(await installerClient().refusal('replacedCu', { ...input(), replaced: true })).toBe('UNIT_NOT_NEW')
    await sendBirth(third, { boot: 0 })
    expect((await readUnit())?.unknown_life_since).not.toBeNull()
    expect(await kinds()).toEqual(['unitStranger', 'unitStrangerRefused', 'unitStranger'])
    expect(acknowledged()).toEqual([])
  })

  it('is refused without a new life and counts once when given twice', async () => {
    expect(await installerClient().refusal('replacedCu', { ...input(), replaced: true })).toBe('UNIT_NOT_NEW')
    await sendBirth(second, { boot: 0 })
    const answers = await Promise.all(
      [1, 2].map(() => installerClient().refusal('replacedCu', { ...input(), replaced: true })),
    )
    expect(answers.filter((code) => code === null)).toHaveLength(1)
    expect(
      (await installerClient().call('getUnitsDetails', { plantId: ownPlantId })).units.filter(
        (one) => one.cu_id === cuId,
      ),
    ).toHaveLength(1)
  })
})

/** An unreachable unit leaves without knowing it. */
const removeByForce = async () => {
  await sendBirth(first, { online: false })
  await installerClient().call('removeCu', input())
}

describe('unit moved to another plant', () => {
  const moveUnit = async () => {
    await mains(first, 5, 0)
    await removeByForce()
    await installerClient().call('saveCu', { plantId: newPlantId, cuType, cuId })
    await sendBirth(second, { boot: 0 })
    expect(await enrol(second, newPlantId)).toBe('ok')
  }

  it('keeps the histories of both plants apart', async () => {
    await moveUnit()
    await Promise.all([mains(first, 5, 0), mains(first, 5, 1), mains(second, 0, 0)])
    expect(await readStoredRecords()).toEqual([
      [ownPlantId, first, 5, 0],
      [newPlantId, second, 0, 0],
    ])
    expect([await kinds(), await kinds(newPlantId)]).toEqual([['unitRemoved'], ['unitEnrolled']])
  })

  it('does not change a finished test of the former plant', async () => {
    const testId = randomUUID()
    const record = (life: string, seq: number, kind: string, body: unknown) =>
      sendMessage('record', life, { boot: 5, seq, at, kind, body })
    await record(first, 10, 'test.start', { t: testId, k: 'F', by: 1, a: [1, 2] })
    await record(first, 11, 'test.end', { t: testId, o: 0 })
    const report = () => installerClient().call('getTestReport', { plantId: ownPlantId, testId })
    const before = await report()
    await moveUnit()
    await record(second, 12, 'test.result', [testId, 1, 'A1B2C1', 0, 0, 30])
    await record(second, 13, 'test.start', { t: testId, k: 'F', by: 1, a: [1] })
    expect(await report()).toEqual(before)
    expect((await installerClient().call('getTests', { plantId: newPlantId })).tests).toEqual([])
  })

  it('cannot be enrolled in its former life', async () => {
    await removeByForce()
    await installerClient().call('saveCu', { plantId: newPlantId, cuType, cuId })
    expect(await enrol(first, newPlantId)).toBe('alreadyEnrolled')
    expect((await readUnit(newPlantId))?.connection).toBe('notAcquired')
  })
})

describe('enrolment window', () => {
  it.each([20, 120])('lasts %i s as configured, for the command too', async (windowS) => {
    server.ports.settings.enrolmentWindowS = windowS
    await removeByForce()
    await installerClient().call('saveCu', { plantId: ownPlantId, cuType, cuId })
    await sendBirth(second, { boot: 0 })
    const { enrolment } = await installerClient().call('enrollCu', input())
    expect(Date.parse(enrolment.expiresAt) - Date.parse(enrolment.startedAt)).toBe(windowS * 1000)
    const state = async (afterS: number) => {
      server.clock.time = new Date(Date.parse(enrolment.startedAt) + afterS * 1000)
      await server.sender.turn()
      return (await installerClient().call('enrollCuAck', input())).enrolment
    }
    expect(await state(0)).toMatchObject({ state: 'waiting' })
    expect(await state(windowS + 1)).toMatchObject({ state: 'waiting' })
    expect(await state(windowS + 3)).toMatchObject({ state: 'ended', outcome: 'keysNotPressed' })
    expect((await installerClient().call('getUnitTypes', {})).enrolmentWindowS).toBe(windowS)
    server.ports.settings.enrolmentWindowS = 60
  })
})

describe('unit of another plant', () => {
  const readLastCommand = () => server.published.findLast(({ topic }) => topic === `v1/${unit}/down/command`)?.payload
  /** The states seen by a person until the keys are pressed, without differences between units. */
  const addForeignUnit = async () => {
    const announcedCount = server.broadcasts.length
    const { unit: addedUnit } = await installerClient().call('saveCu', { plantId: newPlantId, cuType, cuId })
    const { enrolment } = await installerClient().call('enrollCu', input(newPlantId))
    await server.sender.turn()
    const { id } = (readLastCommand() ?? {}) as { id: string }
    if (id) await sendMessage('response', first, { id, state: 'accepted' })
    const { enrolment: laterEnrolment } = await installerClient().call('enrollCuAck', input(newPlantId))
    const commands = (await installerClient().call('getCommands', { plantId: newPlantId })).commands.filter(
      ({ cu }) => cu === unit,
    )
    // Commands of earlier tests' units end meanwhile.
    const ofThis = server.broadcasts.slice(announcedCount).filter((one) => JSON.stringify(one).includes(cuId))
    const events = ofThis.map(({ event }) => event)
    const common = { state: enrolment.state, outcome: enrolment.outcome, reached: laterEnrolment.unitReached }
    return {
      id,
      shownStates: { ...common, connection: addedUnit.connection, commands: commands.map((one) => one.state), events },
    }
  }
  const free = async () => {
    const formerUnit = [cuId, unit] as const
    cuId = `0B${String(++serials).padStart(4, '0')}`
    unit = `${cuType}_${cuId}`
    await sendBirth(first)
    const { shownStates } = await addForeignUnit()
    ;[cuId, unit] = formerUnit
    return shownStates
  }

  it('looks like any other until its keys are pressed', async () => {
    const { id, shownStates } = await addForeignUnit()
    expect(shownStates).toEqual(await free())
    expect(shownStates).toMatchObject({ state: 'waiting', outcome: null, reached: true })
    await sendMessage('response', first, { id, state: 'refused', code: 'ALREADY_ENROLLED' })
    const { enrolment } = await installerClient().call('enrollCuAck', input(newPlantId))
    expect(enrolment.outcome).toBe('alreadyEnrolled')
    expect((await readUnit())?.connection).toBe('connected')
  })

  it.each(['constructor', '__proto__', 'toString', 'X17'])('fails when it refuses with %s', async (code) => {
    const { id } = await addForeignUnit()
    await sendMessage('response', first, { id, state: 'refused', code })
    expect((await installerClient().call('enrollCuAck', input(newPlantId))).enrolment.outcome).toBe('error')
  })

  it('reveals nothing when it answers before its keys could be pressed', async () => {
    await installerClient().call('saveCu', { plantId: newPlantId, cuType, cuId })
    const { enrolment } = await installerClient().call('enrollCu', input(newPlantId))
    await server.sender.turn()
    const { id } = readLastCommand() as { id: string }
    await sendMessage('response', first, { id, state: 'refused', code: 'ALREADY_ENROLLED' })
    const state = async () => (await installerClient().call('enrollCuAck', input(newPlantId))).enrolment
    expect(await state()).toMatchObject({ state: 'waiting', outcome: null })
    server.clock.time = new Date(Date.parse(enrolment.expiresAt) + 3000)
    await server.sender.turn()
    expect(await state()).toMatchObject({ state: 'ended', outcome: 'keysNotPressed' })
    const { commands } = await installerClient().call('getCommands', { plantId: newPlantId })
    expect(commands.filter(({ cu }) => cu === unit).map(({ code }) => code)).toEqual([null])
  })

  it('is not sent the time zone of the requesting plant', async () => {
    const publishedCount = server.published.length
    await sendMessage('online', first, { boot: 5, connection: 1, online: true, at: '2026-03-01T09:05:00Z' })
    await installerClient().call('saveCu', { plantId: newPlantId, cuType, cuId })
    await installerClient().call('enrollCu', input(newPlantId))
    await server.sender.turn()
    const commands = server.published.slice(publishedCount).filter(({ topic }) => topic === `v1/${unit}/down/command`)
    expect(commands).toHaveLength(1)
  })
})

describe('unit without enrolment', () => {
  it('is counted but neither stored nor acknowledged', async () => {
    unit = 'logica_0FFFF1'
    const drops = server.drops.length
    const before = await installerClient().call('getUnitsDetails', { plantId: ownPlantId })
    await sendBirth(first)
    await Promise.all([state(first, 0, 0, [lamp(1, 'A1B2C1')]), mains(first, 0, 0)])
    expect([await readStoredRecords(), acknowledged()]).toEqual([[], []])
    expect(server.drops.slice(drops)).toEqual(['not_enrolled', 'not_enrolled'])
    expect(await installerClient().call('getUnitsDetails', { plantId: ownPlantId })).toEqual(before)
  })
})
