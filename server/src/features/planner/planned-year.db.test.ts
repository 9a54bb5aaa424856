import { defaultPlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import type { PlannedTest } from '@vigilux/contract/features/planner/test-plan.ts'
import { Wheel } from '@vigilux/simulator/core/wheel.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  lampOf,
  listNeighbours,
  type MountedLamp,
  openSimulatedPlant,
  type Planned,
} from '../../testing/simulated-plant.ts'
import type { LampTest } from '../../testing/simulated-unit.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/**
 * Simulated units with real batteries and dates execute a year plan; the test checks their lamps afterwards. Runs on
 * one database only, because the results follow from rules.
 */
/** On a loaded machine; alone it takes a tenth. */
const timeoutMs = 300_000
const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const begin = new Date('2026-03-02T09:00:00Z')
const end = Date.parse('2027-03-02T23:00:00Z')

const parityOf = (addr: number) => (addr % 2 === 0 ? 'even' : 'odd')
const estate: Planned[] = [
  {
    type: 'logica',
    cuId: '0A1B2C',
    lamps: 48,
    last: '2025-08-31T00:00:00Z',
    parity: parityOf,
    // Two lamps of one group are alone in a room, and the rooms of the last two are unknown.
    room: (addr) => (addr > 46 ? null : addr === 41 || addr === 43 ? 20 : Math.floor((addr - 1) / 6)),
  },
  {
    type: 'logicafm',
    cuId: '0A1B2',
    lamps: 48,
    last: '2025-03-24T00:00:00Z',
    parity: parityOf,
    room: (addr) => 7 + Math.floor((addr - 1) / 6),
  },
  {
    type: 'sicuro',
    cuId: '0A1B2D',
    lamps: 24,
    last: '2025-11-30T00:00:00Z',
    parity: () => null,
    room: (addr) => 14 + Math.floor((addr - 1) / 4),
  },
  {
    // Few lamps, far from each other, which discharge together by the unit's own calendar.
    type: 'cablecom',
    cuId: '0A1B2E',
    lamps: 3,
    last: '2025-10-31T00:00:00Z',
    parity: () => 'even',
    room: (addr) => [0, 10, 19][addr - 1] ?? null,
  },
  // This unit does so too, until people set its date to a neighbouring test's.
  { type: 'cablecom', cuId: '0A1B2F', lamps: 1, last: '2025-10-31T00:00:00Z', parity: () => 'even', room: () => 0 },
]
const lampsInAll = 124
const [awayUnit, silentUnit, setByPeople] = ['logicafm_0A1B2', 'cablecom_0A1B2E', 'cablecom_0A1B2F']
/** For three weeks a unit with mostly due lamps is offline, and later another one during its own test. */
const moments = [
  { at: Date.parse('2026-03-10T12:00:00Z'), unit: awayUnit, online: false },
  { at: Date.parse('2026-04-01T12:00:00Z'), unit: awayUnit, online: true },
  { at: Date.parse('2026-07-28T12:00:00Z'), unit: silentUnit, online: false },
  { at: Date.parse('2026-08-20T12:00:00Z'), unit: silentUnit, online: true },
]

const feast = '2026-09-13'
/** The public holidays of Italy within the plan, and the feast of the town. */
const holidays = [
  '2026-04-05',
  '2026-04-06',
  '2026-04-25',
  '2026-05-01',
  '2026-06-02',
  '2026-08-15',
  feast,
  '2026-10-04',
  '2026-11-01',
  '2026-12-08',
  '2026-12-25',
  '2026-12-26',
  '2027-01-01',
  '2027-01-06',
]
/** On Saturdays a dance ends at half past two, so the first hours of Sunday are in use. */
const dance = [
  { opens: '18:00', closes: '24:00' },
  { opens: '00:00', closes: '02:30' },
]
const settings = {
  ...defaultPlanSettings,
  hoursOfUse: [...defaultPlanSettings.hoursOfUse.slice(0, 5), ...dance],
  freeDays: [feast],
}

let server: TestServer
let wheel: Wheel
let plant: Awaited<ReturnType<typeof openSimulatedPlant>>
let pairs: [MountedLamp, MountedLamp][] = []
beforeAll(async () => {
  server = await createTestServer()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'], now: begin })
  wheel = new Wheel(minuteMs)
  plant = await openSimulatedPlant(server, wheel, estate)
  pairs = listNeighbours(plant.mountedLamps)
}, timeoutMs)
afterAll(async () => {
  wheel.stop()
  vi.useRealTimers()
  await server.stop()
})

/**
 * A functional test takes a hundredth of a battery, and a quarter of an hour restores it. Below this it was discharged.
 */
const dischargedBelow = 0.98
const fullCharge = 1 - 1e-9
const extremes = { together: [] as string[], maxOut: 0 }

/** Checks the batteries: neighbours of a discharged, charging lamp are full. */
const measure = (): void => {
  const charges = new Map(plant.mountedLamps.map((one) => [one, one.unit.chargeOf(lampOf(one))]))
  const discharged = [...charges.values()].filter((charge) => charge < dischargedBelow)
  if (discharged.length === 0) return
  extremes.maxOut = Math.max(extremes.maxOut, discharged.length)
  for (const pair of pairs) {
    const [minCharge = 0, maxCharge = 0] = pair.map((one) => charges.get(one) ?? 0).toSorted((a, b) => a - b)
    if (minCharge < dischargedBelow && maxCharge < fullCharge)
      extremes.together.push(
        `${new Date().toISOString()} ${pair.map(({ topic, addr }) => `${topic} ${addr}`).join(', ')}`,
      )
  }
}

/** Advances time with a poll every ten minutes; the platform works automatically. */
const goTo = async (time: number): Promise<void> => {
  while (Date.now() < time) {
    vi.advanceTimersByTime(Math.min(10 * minuteMs, time - Date.now()))
    measure()
  }
  server.clock.time = new Date()
  await plant.converse()
  await server.runClockChanges()
  await server.runPlanTasks()
  await server.startHeldTests()
  await plant.converse()
}
const passMinutes = async (minutes: number): Promise<void> => {
  for (let n = 0; n < minutes; n++) await goTo(Date.now() + minuteMs)
}

/** The next starts: by the plan, or by a unit's own date. */
const nextBegin = async (): Promise<number> => {
  const { rows } = await server.database.db.execute<{ at: string }>(
    sql`select min(starts_at) as at from planned_test where state = 'planned' and starts_at > ${new Date().toISOString()}`,
  )
  const unitDates = [...plant.units.values()].flatMap(({ schedules: { saved: plannedByUnit } }) => [
    plannedByUnit.functional.next,
    plannedByUnit.autonomy.next,
  ])
  const planned = rows[0]?.at ? [new Date(rows[0].at).getTime()] : []
  return Math.min(...[...unitDates, ...planned].filter((at) => at > Date.now()))
}

const planInForce = async () => {
  const { accepted } = await plant.client.call('getTestPlan', { plantId: plant.plantId })
  if (!accepted) throw new Error('no plan is in force')
  return accepted
}

/** People set another date on a unit: the date of a neighbouring lamp's next test. */
const setDateBeside = async (): Promise<number> => {
  const { plantId, client, units } = plant
  const { id: planId, tests } = await planInForce()
  const isNextTo = ({ cu, addr }: { cu: string; addr: number }) => cu === 'logica_0A1B2C' && addr < 7 && addr % 2 === 1
  for (const { id, at, day } of tests.filter(({ kind }) => kind === 'autonomy')) {
    const { tests: dayTests } = await client.call('getPlannedDay', { plantId, planId, day })
    if (Date.parse(at) < Date.now() + dayMs || !dayTests.find((one) => one.id === id)?.lamps.some(isNextTo)) continue
    units.get(setByPeople)?.schedules.setDate('autonomy', Date.parse(at))
    return Date.parse(at)
  }
  throw new Error('nothing is planned beside it')
}

/** Runs the year; returns the plan's view of each returning unit. */
const runYear = async (): Promise<Record<string, unknown[]>> => {
  const planByUnit: Record<string, unknown[]> = {}
  const nextMoments = [...moments]
  while (Date.now() < end) {
    const [moment] = nextMoments
    const at = Math.min(await nextBegin(), Date.now() + 7 * dayMs, moment?.at ?? end, end)
    // A minute before, when the planned test becomes a held one; at its time; and after its end.
    for (const time of [at - minuteMs / 2, at, at + 75 * minuteMs]) await goTo(time)
    if (!moment || Date.now() < moment.at) continue
    const { conflicts, waiting: waitingTests } = await planInForce()
    if (moment.online)
      planByUnit[moment.unit] = [
        ...waitingTests,
        ...conflicts.filter(({ unsolved, cu }) => unsolved && cu !== setByPeople),
      ]
    await plant.connect(moment.unit, moment.online)
    nextMoments.shift()
    await passMinutes(4)
  }
  await goTo(end + 4 * dayMs)
  return planByUnit
}

it(
  'no two neighbours are discharged together in a simulated year of tests',
  async () => {
    const { plantId, client, mountedLamps } = plant
    expect(mountedLamps).toHaveLength(lampsInAll)
    await goTo(begin.getTime())
    await client.call('savePlanSettings', { plantId, settings, version: 0 })
    const { planId } = await client.call('proposePlan', { plantId })
    await client.call('acceptPlan', { plantId, planId })
    await passMinutes(4)
    expect((await planInForce()).waiting).toEqual([])
    const set = await setDateBeside()
    await passMinutes(4)
    const planByUnit = await runYear()

    expect(extremes.together).toEqual([])
    // 95 % of the lamps are ready.
    expect(extremes.maxOut).toBe(Math.floor(lampsInAll * 0.05))
    expectGaps()
    expectFreeTimes()
    const { tests, conflicts } = await planInForce()
    expectTested(tests)
    expectExecuted(tests)
    await expectOwnTests(tests, set)
    expect(conflicts.filter(({ unsolved }) => unsolved)).toMatchObject([{ kind: 'unitChanged', cu: setByPeople }])
    // Half of its lamps waited longer than a year for a date in the plan. The other half kept the unit's own test.
    const lastTestDay = tests.findLast(({ cu, kind }) => cu === awayUnit && kind === 'autonomy')?.day
    expect(planByUnit).toMatchObject({
      [awayUnit]: [
        { kind: 'unitSilent', lamps: 48 },
        { kind: 'late', lamps: 24, to: lastTestDay },
      ],
      [silentUnit]: [
        { cu: silentUnit, silent: true },
        { kind: 'unitSilent', lamps: 3 },
      ],
    })
  },
  timeoutMs,
)

const testsOf = (mounted: MountedLamp, kind: LampTest['kind']): LampTest[] => {
  const lamp = lampOf(mounted)
  return mounted.unit.tested.filter((test) => test.lamp === lamp && test.kind === kind && test.from < end)
}

/** Tests discharging neighbours have 24 hours of charge between them, and each began with a full battery. */
const expectGaps = (): void => {
  const gaps = pairs.flatMap(([a, b]) =>
    testsOf(a, 'autonomy').flatMap((firstTest) =>
      testsOf(b, 'autonomy').map((other) => Math.max(firstTest.from - other.until, other.from - firstTest.until)),
    ),
  )
  expect(gaps).toHaveLength(pairs.length)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(24 * hourMs)
  const charges = plant.mountedLamps.flatMap((one) => testsOf(one, 'autonomy').map(({ charge }) => charge))
  expect(Math.min(...charges)).toBeGreaterThanOrEqual(fullCharge)
}

/** The local time. */
const inRome = (time: number) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('Europe/Rome').toPlainDateTime()

/** No part of a test lies in the hours of use or on a holiday. */
const expectFreeTimes = (): void => {
  const isInUse = (time: number): boolean => {
    const at = inRome(time)
    const clock = at.toPlainTime().toString().slice(0, 5)
    const useHours = settings.hoursOfUse[at.dayOfWeek - 1]
    return (
      holidays.includes(at.toPlainDate().toString()) ||
      (useHours != null && clock >= useHours.opens && clock < useHours.closes)
    )
  }
  const tests = plant.mountedLamps.flatMap((one) => [...testsOf(one, 'autonomy'), ...testsOf(one, 'functional')])
  const misplaced = tests.filter(({ from, until }) =>
    Array.from({ length: Math.ceil((until - from) / minuteMs) }, (_, n) => from + n * minuteMs).some(isInUse),
  )
  expect(misplaced.map(({ kind, from }) => `${kind} ${new Date(from).toISOString()}`)).toEqual([])
}

/** Each lamp was discharged once in the year, and had the planned number of functional tests. */
const expectTested = (tests: readonly PlannedTest[]): void => {
  const executed = Map.groupBy(
    tests.filter(({ kind, state }) => kind === 'functional' && state === 'done'),
    ({ cu }) => cu,
  )
  expect([...executed.values()].map((executedTests) => executedTests.length)).toEqual([13, 13, 13, 13, 13])
  const testCounts = plant.mountedLamps.map((mountedLamp) => [
    `${mountedLamp.topic} ${mountedLamp.addr}`,
    testsOf(mountedLamp, 'autonomy').length,
    testsOf(mountedLamp, 'functional').length,
  ])
  expect(testCounts).toEqual(plant.mountedLamps.map(({ topic, addr }) => [`${topic} ${addr}`, 1, 13]))
}

/** Every planned test was executed or moved to a named date, except tests nobody could start. */
const expectExecuted = (tests: readonly PlannedTest[]): void => {
  const undoneTests = tests.filter(({ state }) => state !== 'done')
  const isMoved = ({ cu, kind, at }: PlannedTest) =>
    tests.some((laterTest) => laterTest.cu === cu && laterTest.kind === kind && laterTest.movedFrom === at)
  expect(undoneTests.filter((test) => !isMoved(test))).toMatchObject([
    { cu: setByPeople, kind: 'autonomy', by: 'unit' },
  ])
  expect(new Set(undoneTests.map(({ cu, kind, by, reason }) => [cu, kind, by, reason].join(' ')))).toEqual(
    new Set([`${awayUnit} autonomy platform expired`, `${setByPeople} autonomy unit no_result`]),
  )
}

/** Units ran their own tests at the planned times, received their dates once, and continue after its end. */
const expectOwnTests = async (tests: readonly PlannedTest[], set: number): Promise<void> => {
  const { db } = server.database
  const { rows: runs } = await db.execute<{ at: string; unit: string }>(
    sql`select started_at as at, unit from test_run where trigger = 'automatic' and started_at < ${new Date(end).toISOString()}`,
  )
  const unitTests = tests.filter(({ by }) => by === 'unit')
  expect(runs.map(({ at, unit }) => `${new Date(at).toISOString()} ${unit}`).toSorted()).toEqual(
    unitTests.map(({ at, cu, state }) => `${state === 'done' ? at : new Date(set).toISOString()} ${cu}`).toSorted(),
  )
  expect(unitTests.filter(({ kind }) => kind === 'autonomy').map(({ cu, lamps }) => `${cu} ${lamps}`)).toEqual([
    `${silentUnit} 3`,
    `${setByPeople} 1`,
  ])
  const { rows: datesSetByPeople } = await db.execute(
    sql`select 1 from unit_command where requested_by is not null and name like 'set%'`,
  )
  expect(datesSetByPeople).toHaveLength(4 * estate.length)
  for (const [topic, { schedules }] of plant.units) {
    const last = unitTests.findLast(({ cu, kind }) => cu === topic && kind === 'functional')?.at ?? ''
    const gap = inRome(Date.parse(last)).until(inRome(schedules.saved.functional.next), { largestUnit: 'days' })
    expect([gap.days % 28, gap.hours, gap.minutes]).toEqual([0, 0, 0])
  }
}
