import { randomUUID } from 'node:crypto'
import { usualWishes } from '@vigilux/contract/features/planner/plan-wishes.ts'
import { Wheel } from '@vigilux/simulator/core/wheel.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { givenDetail, givenLamps } from '../../testing/given-lamps.ts'
import { SimulatedUnit } from '../../testing/simulated-unit.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/**
 * A year plan is executed by units of the simulator, whose batteries and dates are real: a year passes, and what their lamps went through is looked at. On
 * one database alone: what it shows follows from rules.
 */
/** On a machine that does other things besides: alone it takes a tenth of that. */
const patienceMs = 180_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const begin = new Date('2026-03-02T09:00:00Z')
const topics = ['logica_0A1B2C', 'logica_0A1B2D'] as const
const lampsOfUnit = 18
/** In which room each lamp of both units hangs, by hand: the middle one has lamps of both. */
const roomsOf = [
  Array.from({ length: lampsOfUnit }, (_, at) => (at < 12 ? 0 : 1)),
  Array.from({ length: lampsOfUnit }, (_, at) => (at < 6 ? 1 : 2)),
] as const

let server: TestServer
let wheel: Wheel
const units = new Map<string, SimulatedUnit>()

const openPlant = async () => {
  const installer = await server.given.user()
  const plantId = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  const { db } = server.database
  await db.execute(sql`update plant set pro_expiry = '2030-01-01'`)
  const rooms = [randomUUID(), randomUUID(), randomUUID()]
  for (const [n, id] of rooms.entries())
    await db.execute(
      sql`insert into room (id, plant_id, level, name) values (${id}, ${plantId}, 'room', ${`Room ${n}`})`,
    )
  for (const [n, topic] of topics.entries()) {
    const unit = new SimulatedUnit(wheel, { lamps: lampsOfUnit, seed: 11 + n })
    units.set(topic, unit)
    await server.given.unit(plantId, 'logica', topic.slice('logica_'.length))
    await say(topic, 'online', { life: 'a11fea11fea11fe0', boot: 1, connection: 0, online: true })
    const lamps = unit.list.known.map(({ addr, serial, ratedMin, parity }) => ({ addr, serial, ratedMin, parity }))
    await givenLamps(server, plantId, lamps, topic)
    for (const { addr, serial } of lamps)
      await db.execute(sql`
        insert into room_lamp (central_unit_id, serial, room_id)
        select id, ${serial}, ${rooms[roomsOf[n]?.[addr - 1] ?? 0]}::uuid from central_unit where unit = ${topic}`)
  }
  return { plantId, as: server.as(installer) }
}

const say = (topic: string, channel: string, message: object) =>
  server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify(message)))

/** What a unit has said since, taken in by the platform; whether that was anything. */
const listen = async (topic: string, unit: SimulatedUnit): Promise<boolean> => {
  const said = unit.take()
  await Promise.all(said.map(({ channel, message }) => say(topic, channel, message)))
  if (!unit.isChanged) return said.length > 0
  unit.isChanged = false
  const [functional, autonomy] = [unit.schedules.detailOf('functional'), unit.schedules.detailOf('autonomy')]
  await givenDetail(server, topic, { functional, autonomy })
  await server.database.db.execute(
    sql`update central_unit set shadow_at = ${new Date().toISOString()} where unit = ${topic}`,
  )
  return true
}

/** Units and platform speak until neither has anything left to say. */
const converse = async (): Promise<void> => {
  for (let isQuiet = false; !isQuiet; ) {
    isQuiet = true
    for (const [topic, unit] of units) if (await listen(topic, unit)) isQuiet = false
    await server.sender.turn()
    for (const { topic, payload } of server.published.splice(0)) {
      const [, of = '', , channel] = topic.split('/')
      if (channel !== 'command') continue
      units.get(of)?.obey(payload)
      isQuiet = false
    }
  }
}

/** Time goes on until then; the platform looks at what is due. */
const goTo = async (time: number): Promise<void> => {
  vi.advanceTimersByTime(Math.max(0, time - Date.now()))
  server.clock.time = new Date()
  await converse()
  await server.keepClockChanges()
  await server.keepPlans()
  await server.startHeldTests()
  await converse()
}

/** When something is next to begin: by the plan, or by a unit's own date. */
const nextBegin = async (): Promise<number> => {
  const { rows } = await server.database.db.execute<{ at: string }>(
    sql`select min(starts_at) as at from planned_test where state = 'planned' and starts_at > ${new Date().toISOString()}`,
  )
  const own = [...units.values()].flatMap(({ schedules: { kept } }) => [kept.functional.next, kept.autonomy.next])
  const planned = rows[0]?.at ? [new Date(rows[0].at).getTime()] : []
  return Math.min(...[...own, ...planned].filter((at) => at > Date.now()))
}

/** Lamps that are neighbours by what a person says who has seen the rooms: in one room, of different groups. */
const neighbours = () => {
  const hung = [...units.values()].flatMap((unit, n) =>
    unit.list.known.map((lamp) => ({ unit, lamp, room: roomsOf[n]?.[lamp.addr - 1] })),
  )
  return hung.flatMap((a, n) =>
    hung.slice(n + 1).flatMap((b) => (a.room === b.room && a.lamp.parity !== b.lamp.parity ? [[a, b] as const] : [])),
  )
}

/** A battery below this was emptied by an autonomy test; a functional one takes a hundredth. */
const emptied = 0.9
const bothEmpty = () =>
  neighbours()
    .filter((pair) => pair.every(({ unit, lamp }) => unit.chargeOf(lamp) < emptied))
    .map((pair) => `${new Date().toISOString()} ${pair.map(({ lamp }) => lamp.serial).join(' ')}`)

beforeAll(async () => {
  server = await createTestServer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'], now: begin })
  wheel = new Wheel(minuteMs)
})
afterAll(async () => {
  wheel.stop()
  vi.useRealTimers()
  await server.stop()
})

it(
  'a year of tests is run, and never are two neighbours empty at once',
  async () => {
    const { plantId, as } = await openPlant()
    await goTo(begin.getTime())
    // Several may be out in one night: which ones is what matters.
    await as.call('savePlanWishes', { plantId, wishes: { ...usualWishes, ready: 60 }, version: 0 })
    const { planId } = await as.call('proposePlan', { plantId })
    await as.call('acceptPlan', { plantId, planId })
    const plan = async () => (await as.call('getTestPlan', { plantId })).accepted
    const until = Date.parse(`${(await plan())?.until}T23:00:00Z`)
    const together: string[] = []
    for (let n = 1; n <= 4; n++) await goTo(begin.getTime() + n * minuteMs)
    expect((await plan())?.waiting).toEqual([])
    while (Date.now() < until) {
      const at = Math.min(await nextBegin(), Date.now() + 14 * dayMs, until)
      // A minute before, when a held test is made of a planned one; at its time; and when all is over.
      for (const time of [at - minuteMs / 2, at, at + 75 * minuteMs]) {
        await goTo(time)
        together.push(...bothEmpty())
      }
    }
    await goTo(until + 4 * dayMs)

    expect(together).toEqual([])
    const { tests = [], conflicts } = (await plan()) ?? {}
    expect(tests.filter(({ state }) => state !== 'done')).toEqual([])
    expect(conflicts?.filter(({ unsolved, kind }) => unsolved && kind !== 'shareNotReached')).toEqual([])
    await expectGaps()
    await expectOwnTests(tests.filter(({ by }) => by === 'unit').map(({ at }) => at))
  },
  patienceMs,
)

/** Each lamp is emptied once in the year, and neighbours have charged for 24 h in between. */
const expectGaps = async (): Promise<void> => {
  for (const unit of units.values())
    for (const lamp of unit.list.known) expect(unit.discharges.filter((one) => one.lamp === lamp)).toHaveLength(1)
  const gaps = neighbours().flatMap(([a, b]) => {
    const of = ({ unit, lamp }: typeof a) => unit.discharges.filter((one) => one.lamp === lamp)
    return of(a).flatMap((one) => of(b).map((other) => Math.max(one.from - other.until, other.from - one.until)))
  })
  expect(gaps).toHaveLength(neighbours().length)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(24 * hourMs)
}

/** Units ran their own tests at the times of the plan, were given their dates once, and go on as before after its end. */
const expectOwnTests = async (planned: readonly string[]): Promise<void> => {
  const { db } = server.database
  const { rows: runs } = await db.execute<{ at: string }>(
    sql`select started_at as at from test_run where trigger = 'automatic' and started_at < '2027-03-03' order by started_at`,
  )
  expect(runs.map(({ at }) => new Date(at).toISOString())).toEqual(planned)
  expect(planned).toHaveLength(2 * 13)
  const { rows: given } = await db.execute(
    sql`select 1 from unit_command where requested_by is not null and name like 'set%'`,
  )
  expect(given).toHaveLength(2 * 4)
  const last = planned.toSorted().at(-1) ?? ''
  const goesOn = Date.parse(last) + 28 * dayMs
  const { rows: later } = await db.execute<{ at: string }>(sql`select max(started_at) as at from test_run`)
  expect(new Date(later[0]?.at ?? 0).getTime()).toBe(goesOn)
}
