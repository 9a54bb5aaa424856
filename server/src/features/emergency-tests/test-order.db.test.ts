import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { User } from '../../kernel/caller.ts'
import { arrivalOrders } from '../../testing/depth.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** Test records lead to the same reports in every order, batch and repetition, on two nodes at once. */
let server: TestServer
let installer: User
let plantId: string
let serials = 0
const life = '00000000000000a1'
const at = '2026-03-02T09:05:00Z'

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
})
afterAll(() => server.stop())

type Wire = { seq: number; kind: string; body: unknown }
const newUnit = async () => {
  const unit = await server.create.unit(plantId, 'logica', `0C${String(++serials).padStart(4, '0')}`)
  const sendMessage = (channel: string, message: object, inbox = server.inbox) =>
    inbox.accept(`v1/${unit}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })))
  await sendMessage('online', { boot: 5, connection: 0, online: true })
  const sendRecord = (wire: Wire, inbox = server.inbox) => sendMessage('record', { boot: 5, at, ...wire }, inbox)
  return { unit, sendRecord }
}

/** Two tests of one unit: the first never ends; later results contradict earlier ones or lie outside a test. */
const createWires = (droppedTestId: string, ended: string): Wire[] => {
  const wireRecords: [kind: string, body: unknown][] = [
    ['test.result', [droppedTestId, 4, 'A1B2C4', 0, 0, 30]],
    ['test.start', { t: droppedTestId, k: 'F', by: 1, a: [1, 2, 3] }],
    ['test.result', [droppedTestId, 1, 'A1B2C1', 0, 0, 30]],
    ['test.result', [droppedTestId, 1, 'A1B2C1', 1, 3, 10]],
    ['test.start', { t: ended, k: 'F', by: 1, a: [1, 2, 3] }],
    ['test.result', [droppedTestId, 2, 'A1B2C2', 0, 0, 30]],
    ['test.result', [ended, 2, 'A1B2C2', 1, 3, 10]],
    ['test.end', { t: ended, o: 1 }],
    ['test.result', [ended, 3, 'A1B2C3', 0, 0, 30]],
  ]
  return wireRecords.map(([kind, body], seq) => ({ seq, kind, body }))
}

const reportOf = async (testId: string) => {
  const { test, results } = await server.as(installer).call('getTestReport', { plantId, testId })
  const { state, reason, startedAt, endedAt, total, passed, failed, notExecuted } = test
  const lamps = results.map(({ lamp, result, reason, measured_s }) => [lamp, result, reason, measured_s])
  return { state, reason, startedAt, endedAt, total, passed, failed, notExecuted, lamps }
}
const time = new Date(at).toISOString()
const expected = {
  forgotten: {
    state: 'stopped',
    reason: 'test_unknown',
    startedAt: time,
    endedAt: time,
    total: 3,
    passed: 1,
    failed: 0,
    notExecuted: 2,
    lamps: [
      [1, 'passed', null, 30],
      [2, 'notExecuted', 'test_unknown', null],
      [3, 'notExecuted', 'test_unknown', null],
    ],
  },
  ended: {
    state: 'stopped',
    reason: 'stopped_by_user',
    startedAt: time,
    endedAt: time,
    total: 3,
    passed: 0,
    failed: 1,
    notExecuted: 2,
    lamps: [
      [1, 'notExecuted', 'stopped_by_user', null],
      [2, 'failed', 'battery_duration', 10],
      [3, 'notExecuted', 'stopped_by_user', null],
    ],
  },
}

const count = createWires('', '').length
/** An order of all records, with repetitions, and the ends of the batches. */
const arrivals = fc
  .array(fc.nat(count - 1), { maxLength: 4 })
  .chain((repeats) => fc.shuffledSubarray([...Array(count).keys(), ...repeats], { minLength: count + repeats.length }))
  .chain((order) =>
    fc.tuple(fc.constant(order), fc.array(fc.boolean(), { minLength: order.length, maxLength: order.length })),
  )

it('any order of records gives the same test in one inbox', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async ([order, awaitsBatch]) => {
      const { sendRecord } = await newUnit()
      const [droppedTestId, ended] = [randomUUID(), randomUUID()]
      const wireRecords = createWires(droppedTestId, ended)
      const batch: Promise<void>[] = []
      for (const [index, at] of order.entries()) {
        const wire = wireRecords[at]
        if (wire) batch.push(sendRecord(wire))
        if (awaitsBatch[index]) await Promise.all(batch.splice(0))
      }
      await Promise.all(batch)
      expect({ forgotten: await reportOf(droppedTestId), ended: await reportOf(ended) }).toEqual(expected)
    }),
    { numRuns: arrivalOrders },
  )
}, 240_000)

it('any order of records gives the same test in two inboxes', async () => {
  const other = server.openInbox()
  await fc.assert(
    fc.asyncProperty(arrivals, async ([order, usesMainInbox]) => {
      const { sendRecord } = await newUnit()
      const [droppedTestId, ended] = [randomUUID(), randomUUID()]
      const wireRecords = createWires(droppedTestId, ended)
      await Promise.all(
        order.flatMap((at, index) => {
          const wire = wireRecords[at]
          return wire ? [sendRecord(wire, usesMainInbox[index] ? server.inbox : other)] : []
        }),
      )
      expect({ forgotten: await reportOf(droppedTestId), ended: await reportOf(ended) }).toEqual(expected)
    }),
    { numRuns: arrivalOrders },
  )
  await other.stop()
}, 240_000)
