import { replaceBattery } from '@vigilux/simulator/core/lamp.ts'
import { setFaults } from '@vigilux/simulator/core/lamp-faults.ts'
import { Wheel } from '@vigilux/simulator/core/wheel.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { insertLamps, lampDetailFixture } from '../../testing/lamp-fixtures.ts'
import { SimulatedUnit } from '../../testing/simulated-unit.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/**
 * A year of a unit with 992 lamps and automatic tests. The expected logbook, report and compliance at the end were
 * worked out by hand. One database is enough, because the results follow from the unit's messages.
 */
/** On a loaded machine; alone it takes a tenth. */
const timeoutMs = 180_000
const minuteMs = 60_000
const _dayMs = 86_400_000
const topic = 'logicafm_0A1B2'
const life = 'a11fea11fea11fe0'
const begin = new Date('2026-03-02T09:00:00Z')
const end = '2027-03-01T12:00:00Z'
/** A functional test of 992 lamps takes an hour, 16 lamps at a time. An autonomy test takes the rated duration. */
const testMs = 100 * minuteMs

let server: TestServer
let wheel: Wheel
let unit: SimulatedUnit
let plantId: string
let client: ReturnType<TestServer['as']>
/** The connection of the unit is down: it keeps its messages. */
let isLineDown = false
/** Higher than the sequence numbers of the sample lamps. */
let seq = 100

const sendMessage = (channel: string, message: object) =>
  server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify({ life, ...message })))
let connection = 0
/** Reports its connection and time. */
const sendOnline = () =>
  sendMessage('online', { boot: 1, connection: ++connection, online: true, at: unit.clock.reportedTime() })

/** Unit and platform exchange messages until both have none left. */
const converse = async (): Promise<void> => {
  server.clock.time = new Date()
  if (isLineDown) return
  for (let isQuiet = false; !isQuiet; ) {
    isQuiet = true
    const messages = unit.take()
    await Promise.all(messages.map(({ channel, message }) => sendMessage(channel, message)))
    await server.sender.turn()
    const commands = server.published
      .splice(0)
      .filter(({ topic: commandTopic }) => commandTopic.endsWith('/down/command'))
    for (const { payload } of commands) unit.obey(payload)
    if (messages.length + commands.length > 0) isQuiet = false
  }
  const [functional, autonomy] = [unit.schedules.detailOf('functional'), unit.schedules.detailOf('autonomy')]
  await lampDetailFixture(server, topic, { functional, autonomy })
}

/** Advances time; tests started by the unit on the way run to their ends. */
const goTo = async (text: string): Promise<void> => {
  const time = Date.parse(text)
  for (;;) {
    const { functional, autonomy } = unit.schedules.saved
    const next = Math.min(functional.next, autonomy.next) - unit.clock.aheadS * 1000
    if (next >= time) break
    vi.advanceTimersByTime(Math.max(0, next - Date.now()) + testMs)
    await converse()
  }
  vi.advanceTimersByTime(Math.max(0, time - Date.now()))
  await converse()
}

const lampAt = (addr: number) => {
  const lamp = unit.list.at(addr)
  if (!lamp) throw new Error(`there is no lamp ${addr}`)
  return lamp
}
const breakLamp = (addr: number, fault: 'led_open') => setFaults(unit.context, lampAt(addr), [fault])
const mend = (addr: number): void => {
  replaceBattery(lampAt(addr), Date.now())
  setFaults(unit.context, lampAt(addr), [])
}
const cutMains = async (from: string, until: string): Promise<void> => {
  await goTo(from)
  unit.context.record({ kind: 'mains', isOn: false })
  await goTo(until)
  unit.context.record({ kind: 'mains', isOn: true })
  await converse()
}
const write = (kind: 'remedy' | 'inspectionYearly', text: string) =>
  client.call('addLogbookEntry', { plantId, kind, text, at: new Date().toISOString() })

beforeAll(async () => {
  server = await createTestServer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'], now: begin })
  wheel = new Wheel(minuteMs)
  server.clock.time = new Date()
  const installer = await server.create.user()
  client = server.as(installer)
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.database.db.execute(sql`update plant set pro_expiry = '2030-01-01'`)
  await server.create.unit(plantId, 'logicafm', topic.slice('logicafm_'.length))
  unit = new SimulatedUnit(wheel, { type: 'logicafm', lamps: 992, seed: 5 })
  await sendOnline()
  const lamps = unit.list.known.map(({ addr, serial, ratedMin, parity }) => ({ addr, serial, ratedMin, parity }))
  for (let from = 0; from < lamps.length; from += 200)
    await insertLamps(server, plantId, lamps.slice(from, from + 200), topic)
}, timeoutMs)
afterAll(async () => {
  wheel.stop()
  vi.useRealTimers()
  await server.stop()
})

const runYear = async (): Promise<void> => {
  await client.call('setPeriodFunzionale', { plantId, topic, period: '4w' })
  await converse()
  await client.call('setDateTimeFunzionale', { plantId, topic, set: '2026-03-05T20:00:00Z' })
  await converse()
  await client.call('setPeriodAutonomia', { plantId, topic, period: '12m' })
  await converse()
  await client.call('setDateTimeAutonomia', { plantId, topic, set: '2026-03-15T01:00:00Z' })
  await converse()
  // Two batteries last less than an hour: found on 15 March, replaced on the 20th, proven good on the 25th.
  for (const addr of [17, 400]) lampAt(addr).capacity = 0.6
  await goTo('2026-03-20T10:00:00Z')
  for (const addr of [17, 400]) mend(addr)
  await write('remedy', 'Batteries of 17 and 400 replaced')
  await goTo('2026-03-25T10:00:00Z')
  await client.call('ftest', { plantId, topic, addr: [17, 400], kind: 'autonomy', anyway: true })
  await converse()
  await goTo('2026-03-25T12:00:00Z')
  // A light source fails in April and is repaired in May; the test in between finds it.
  await goTo('2026-04-10T10:00:00Z')
  breakLamp(5, 'led_open')
  await goTo('2026-05-10T10:00:00Z')
  mend(5)
  await write('remedy', 'Light source of 5 replaced')
  await cutMains('2026-06-01T10:00:00Z', '2026-06-01T10:20:00Z')
  // Nearly four weeks offline, in which the unit tests on 23 July.
  await goTo('2026-07-10T08:00:00Z')
  isLineDown = true
  await goTo('2026-08-05T08:00:00Z')
  isLineDown = false
  await sendOnline()
  await converse()
  await cutMains('2026-09-10T14:00:00Z', '2026-09-10T14:05:00Z')
  // The last lamp is removed.
  await goTo('2026-10-01T08:00:00Z')
  unit.list.remove(992)
  const body = unit.context.wire.writeState(null, [])
  await sendMessage('state', {
    boot: 1,
    seq: ++seq,
    at: unit.clock.reportedTime(),
    body,
    lampList: unit.list.known.map(({ addr }) => addr),
  })
  // For two weeks its clock is an hour ahead, and the test of 12 November starts an hour early.
  await goTo('2026-11-05T08:00:00Z')
  unit.clock.aheadS = 3600
  unit.schedules.arm()
  await sendOnline()
  await goTo('2026-11-20T08:00:00Z')
  unit.clock.aheadS = 0
  unit.schedules.arm()
  await sendOnline()
  await goTo('2027-02-20T08:00:00Z')
  await write('inspectionYearly', 'All escape routes walked')
  await goTo(end)
}

/** The number of logbook entries of each kind. */
const expectedEntries = {
  // Period and date of both test kinds.
  configurationChanged: 4,
  inspectionYearly: 1,
  // 17 and 400 of their batteries, 5 of its light source.
  lampFault: 3,
  lampFaultCleared: 3,
  mainsFailed: 2,
  mainsRestored: 2,
  remedy: 2,
  // Thirteen functional tests from 5 March on, every four weeks; one autonomy test; and one proof of two batteries.
  testEnded: 15,
}

/** The tests in order, with passed and failed results by kind. */
const expectedTests = [
  'functional 2026-03-05 992/0',
  'autonomy 2026-03-15 990/2',
  'autonomy 2026-03-25 2/0',
  'functional 2026-04-02 992/0',
  'functional 2026-04-30 991/1',
  'functional 2026-05-28 992/0',
  'functional 2026-06-25 992/0',
  'functional 2026-07-23 992/0',
  'functional 2026-08-20 992/0',
  'functional 2026-09-17 992/0',
  // One lamp fewer.
  'functional 2026-10-15 991/0',
  'functional 2026-11-12 991/0',
  'functional 2026-12-10 991/0',
  'functional 2027-01-07 991/0',
  'functional 2027-02-04 991/0',
]

/** The profile requires a functional test within 31 days (28 and 3 of grace). An autonomy test is due within a year. */
const rules = ['R1', 'R2', 'R3', 'R9', 'R22'] as const
const allMet = 'met met met met met'
const expectedMonths = {
  // Both batteries were proven good on the 25th.
  '2026-03': allMet,
  // The test of the 30th found the light source of lamp 5.
  '2026-04': 'met met met notMet met',
  '2026-05': allMet,
  '2026-06': allMet,
  // The results of the 23rd arrived on 5 August. At the end of the month the last known test was 36 days old.
  '2026-07': 'notMet met met met met',
  '2026-08': allMet,
  '2026-09': allMet,
  '2026-10': allMet,
  // The test of the 12th has a wrong clock and proves nothing: the previous one was 46 days old.
  '2026-11': 'notMet met met met met',
  '2026-12': allMet,
  '2027-01': allMet,
  '2027-02': allMet,
}

it(
  'a simulated year of 992 lamps gives the calculated logbook, report and verdicts',
  async () => {
    await runYear()
    const { db } = server.database
    const { rows: kinds } = await db.execute<{ kind: string; n: number }>(
      sql`select kind, count(*)::int as n from logbook_entry group by kind`,
    )
    expect(Object.fromEntries(kinds.map(({ kind, n }) => [kind, n]))).toEqual(expectedEntries)
    const { rows: wrongRows } = await db.execute(sql`select kind, at from logbook_entry where clock_wrong`)
    expect(wrongRows).toMatchObject([{ kind: 'testEnded' }])
    const { rows: tests } = await db.execute<{ told: string }>(sql`
    select kind || ' ' || (started_at at time zone 'UTC')::date || ' ' || (select count(*) from test_result where test_id = test_run.id and result = 'passed')
      || '/' || (select count(*) from test_result where test_id = test_run.id and result = 'failed') as told
    from test_run where state = 'finished' order by started_at`)
    expect(tests.map(({ told: summary }) => summary)).toEqual(expectedTests)

    const months: Record<string, string> = {}
    for (const month of Object.keys(expectedMonths)) {
      const { rules: judgedRules } = await client.call('getCompliance', { plantId, month })
      months[month] = rules.map((rule) => judgedRules.find((one) => one.rule === rule)?.state).join(' ')
    }
    expect(months).toEqual(expectedMonths)

    const report = await client.call('getGlobalReports', { plantId, period: 'lastYear', page: 1, pageSize: 1 })
    // The removed lamp is listed and not counted.
    const all = { failed: 0, notExecuted: 0, passed: 991, notTested: 0 }
    expect(report).toMatchObject({
      result: 'pass',
      tests: { functional: 13, autonomy: 2 },
      running: 0,
      total: 992,
      figures: { lamps: all, functional: all, autonomy: all },
    })
  },
  timeoutMs,
)
