import { randomUUID } from 'node:crypto'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let installer: User
let plantId = ''
let serials = 0
let cuId = ''
const cuType = 'logica'
const [life, newLife] = ['00000000000000a1', '00000000000000a2']

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
})
afterAll(() => server.stop())
/** A new plant per test, with a connected unit and lamps 1 to 3. */
beforeEach(async () => {
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  cuId = `0D${String(++serials).padStart(4, '0')}`
  await server.create.unit(plantId, cuType, cuId)
  await sendMessage('online', { boot: 5, connection: 0, online: true })
  const lamps = [1, 2, 3].map((addr) => ({ addr, serial: `A1B2C${addr}` }))
  await insertLamps(server, plantId, lamps, unitId(cuType, cuId))
})

const at = '2026-03-02T09:00:00Z'
const sendMessage = (channel: string, message: object) =>
  server.inbox.accept(
    `v1/${unitId(cuType, cuId)}/up/${channel}`,
    Buffer.from(JSON.stringify({ life, boot: 5, ...message })),
  )
const installerClient = () => server.as(installer)
const unit = () => ({ plantId, topic: unitId(cuType, cuId) })

/** A test started by the unit, with a result of its first lamp. */
const givenRunningTest = async (lamps = [1, 2, 3]): Promise<string> => {
  const testId = randomUUID()
  await sendMessage('record', { seq: 1, at, kind: 'test.start', body: { t: testId, k: 'F', by: 1, a: lamps } })
  await sendMessage('record', { seq: 2, at, kind: 'test.result', body: [testId, 1, 'A1B2C1', 0, 0, 30] })
  return testId
}

/** The unit answers the last command. */
const answer = async () => {
  await server.sender.turn()
  const topic = `v1/${unitId(cuType, cuId)}/down/command`
  const publishedCommand = server.published.findLast((one) => one.topic === topic)?.payload as { id: string }
  await sendMessage('response', { id: publishedCommand.id, state: 'done' })
}

const removals = {
  'is removed': async () => {
    await sendMessage('online', { boot: 5, connection: 0, online: false })
    await installerClient().call('removeCu', unit())
  },
  'is set back to factory state by the plant': async () => {
    await installerClient().call('deEnrollCu', unit())
    await answer()
  },
  'gives way to another box': async () => {
    await sendMessage('online', { life: newLife, boot: 0, connection: 0, online: true })
    await installerClient().call('replacedCu', { ...unit(), replaced: true })
  },
}

const removedAt = new Date('2026-03-02T09:10:00Z')
const afterRemoval = async (removeUnit: () => Promise<void>) => {
  server.clock.time = removedAt
  await removeUnit()
  server.clock.time = new Date('2026-03-02T09:10:05Z')
  server.broadcasts.length = 0
  await server.watch()
  server.clock.time = new Date(at)
}
const reportOf = async (testId: string) => {
  const { test, results } = await installerClient().call('getTestReport', { plantId, testId })
  return { ...test, lamps: results.map(({ lamp, result, reason }) => [lamp, result, reason]) }
}

/** Tests in the logbook of the plant. */
const loggedTests = async () => {
  const { entries } = await installerClient().call('getLogbookDetails', { plantId })
  return entries.filter(({ kind }) => kind === 'testEnded')
}

describe.each(Object.entries(removals))('unit that %s', (_, removeUnit) => {
  it('ends a running test at that time with results and reason', async () => {
    const testId = await givenRunningTest()
    await afterRemoval(removeUnit)
    expect(await reportOf(testId)).toMatchObject({
      state: 'stopped',
      reason: 'unit_removed',
      endedAt: removedAt.toISOString(),
      passed: 1,
      notExecuted: 2,
      lamps: [
        [1, 'passed', null],
        [2, 'notExecuted', 'unit_removed'],
        [3, 'notExecuted', 'unit_removed'],
      ],
    })
    expect(server.broadcasts.filter(({ event }) => event === 'ftest')).toHaveLength(1)
    const { entries } = await installerClient().call('getUnitEntries', unit())
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'testEndedByRemoval', at: removedAt.toISOString(), by: null }),
    )
  })

  it('does not execute a held test, with a logbook entry', async () => {
    const startsAt = '2026-03-02T10:00:00Z'
    const units = [{ topic: unitId(cuType, cuId), addr: [2, 3] }]
    await installerClient().call('holdTest', { plantId, units, kind: 'functional', startsAt })
    await afterRemoval(removeUnit)
    server.clock.time = new Date(startsAt)
    await server.startHeldTests()
    server.clock.time = new Date(at)
    const { tests } = await installerClient().call('getTests', { plantId })
    expect(tests).toMatchObject([{ state: 'notStarted', reason: 'unit_removed', total: 2, notExecuted: 2 }])
    expect(await loggedTests()).toMatchObject([
      { result: 'incomplete', facts: { state: 'notStarted', notExecuted: 2 } },
    ])
  })

  it('leaves a requested test not started', async () => {
    const { test } = await installerClient().call('ftest', { plantId, topic: unitId(cuType, cuId), addr: [] })
    await afterRemoval(removeUnit)
    expect(await reportOf(test.id)).toMatchObject({ state: 'notStarted', reason: 'unit_removed', notExecuted: 3 })
    const { entries } = await installerClient().call('getUnitEntries', unit())
    expect(entries.map(({ kind }) => kind)).not.toContain('testEndedByRemoval')
    expect(await loggedTests()).toMatchObject([
      { testId: test.id, result: 'incomplete', facts: { state: 'notStarted', reason: 'unit_removed', notExecuted: 3 } },
    ])
  })
})

it('a running test ends when its plant is removed', async () => {
  const testId = await givenRunningTest()
  await afterRemoval(
    async () => void (await installerClient().call('removePlant', { plantId, plantname: 'Scuola Demo' })),
  )
  const { rows } = await server.database.pool.query('select state, reason from test_run where id = $1', [testId])
  expect(rows).toEqual([{ state: 'stopped', reason: 'unit_removed' }])
})

it('a lamp listed twice by the unit has one line', async () => {
  const testId = await givenRunningTest([1, 2, 2, 3])
  await afterRemoval(removals['gives way to another box'])
  expect((await reportOf(testId)).lamps.map(([lamp]) => lamp)).toEqual([1, 2, 3])
})

it('a test that cannot be ended does not block others and is retried', async () => {
  const { pool } = server.database
  const brokenTest = await givenRunningTest()
  await pool.query(`alter table test_run add constraint broken check (id <> '${brokenTest}' or state = 'running')`)
  await afterRemoval(removals['gives way to another box'])
  cuId = '0DFFFF'
  await server.create.unit(plantId, cuType, cuId)
  await sendMessage('online', { boot: 5, connection: 0, online: true })
  const other = await givenRunningTest()
  await afterRemoval(removals['gives way to another box'])
  expect([(await reportOf(brokenTest)).state, (await reportOf(other)).state]).toEqual(['running', 'stopped'])
  await pool.query('alter table test_run drop constraint broken')
  await server.watch()
  expect((await reportOf(brokenTest)).state).toBe('stopped')
})

it('a running test of a remaining unit continues, and ended ones do not change', async () => {
  const runningTest = await givenRunningTest()
  await server.watch()
  expect(await reportOf(runningTest)).toMatchObject({ state: 'running' })
  await sendMessage('record', { seq: 3, at, kind: 'test.end', body: { t: runningTest, o: 0 } })
  const before = await reportOf(runningTest)
  await afterRemoval(removals['is removed'])
  expect(await reportOf(runningTest)).toEqual(before)
})
