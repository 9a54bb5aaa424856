import { defaultPlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFullRun } from '../../../testing/depth.ts'
import { dayMs, hourMs, type PlanFacts } from '../plan-facts.ts'
import { planFacts, planLamp, planUnit } from '../plan-fixtures.ts'
import { type PlannedYear, type PlanTask, planYear } from './plan-year.rules.ts'
import { endOf, type Placement } from './test-schedule.rules.ts'

const span = { from: '2027-01-01', until: '2027-12-31' }
const begin = Date.parse('2026-12-31T23:00:00Z')
const taskOf = (facts: PlanFacts, overrides: Partial<PlanTask> = {}): PlanTask => ({
  facts,
  settings: defaultPlanSettings,
  keptFree: new Set(['2027-01-01', '2027-01-06', '2027-03-28']),
  span,
  begin,
  ...overrides,
})

const wallOf = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether any minute of a test lies in hours of use or on a free day. */
const isDisturbing = (test: Placement, { facts, settings, keptFree }: PlanTask): boolean => {
  for (let at = test.at; at < endOf(test); at += 60_000) {
    const wall = wallOf(at, facts.zone)
    if (keptFree.has(wall.toPlainDate().toString())) return true
    const useHours = settings.hoursOfUse[wall.dayOfWeek - 1]
    const minute = wall.hour * 60 + wall.minute
    if (useHours && minute >= minutesOf(useHours.opens) && minute < minutesOf(useHours.closes)) return true
  }
  return false
}

/** Restates the rule: the same room, unless both have one group and the other group lights it. Or an unknown place. */
const isNextTo = (facts: PlanFacts, a: number, b: number): boolean => {
  const [firstLamp, other] = [facts.lamps[a], facts.lamps[b]]
  if (!firstLamp || !other || a === b) return false
  const isSameRoom = firstLamp.room !== null && firstLamp.room === other.room
  const isLost =
    firstLamp.unitId === other.unitId && [firstLamp, other].some(({ room, parity }) => room === null && parity !== null)
  if (!isSameRoom && !isLost) return false
  if (firstLamp.parity === null || firstLamp.parity !== other.parity) return true
  const place = facts.lamps.filter((lamp) =>
    isSameRoom ? lamp.room === firstLamp.room : lamp.unitId === firstLamp.unitId,
  )
  return !place.some(({ parity }) => parity !== null && parity !== firstLamp.parity)
}

/** Pairs of autonomy tests discharging neighbours together, or without charge between them. */
const neighbouringTests = (tests: readonly Placement[], facts: PlanFacts): string[] => {
  const autonomy = tests.filter(({ kind }) => kind === 'autonomy').toSorted((a, b) => a.at - b.at)
  const isTooNear = (a: Placement, b: Placement) => b.at - endOf(a) < facts.chargeHours * hourMs
  const pairs = autonomy.flatMap((a, n) => [
    [a, a] as const,
    ...autonomy.slice(n + 1).flatMap((b) => (isTooNear(a, b) ? [[a, b] as const] : [])),
  ])
  return pairs.flatMap(([a, b]) =>
    a.lamps.flatMap((lamp) =>
      b.lamps.flatMap((other) =>
        (a !== b && lamp === other) || isNextTo(facts, lamp, other) ? [`${lamp} and ${other} on ${a.day}`] : [],
      ),
    ),
  )
}

/** The maximum number of lamps out at a time, counted by the hour. */
const countOut = (tests: readonly Placement[], chargeHours: number): number => {
  let maxOut = 0
  for (const { at: moment } of tests) {
    const lampsOut = new Set<number>()
    for (const test of tests)
      if (
        test.kind === 'autonomy' &&
        test.at <= moment &&
        moment < test.at + test.minutes * 60_000 + chargeHours * hourMs
      )
        for (const lamp of test.lamps) lampsOut.add(lamp)
    maxOut = Math.max(maxOut, lampsOut.size)
  }
  return maxOut
}

const lampOf = fc.record({
  unit: fc.constantFrom('a', 'b', 'c'),
  parity: fc.constantFrom('even' as const, 'odd' as const, 'even' as const, 'odd' as const, null),
  room: fc.constantFrom(null, 'r1', 'r2', 'r3'),
  ratedMin: fc.constantFrom(null, 60, 180),
  last: fc.option(fc.integer({ min: 1, max: 500 }), { nil: null }),
})
const hours = fc.constantFrom(
  null,
  { opens: '07:00', closes: '19:00' },
  { opens: '00:00', closes: '06:30' },
  { opens: '08:00', closes: '24:00' },
)
const factsSample = fc.record({
  lamps: fc.array(lampOf, { minLength: 1, maxLength: 60 }),
  alwaysOpen: fc.boolean(),
  country: fc.constantFrom(
    { chargeHours: 24, durationDays: 366, functionDays: 31 },
    { chargeHours: 12, durationDays: 184, functionDays: 7 },
  ),
  hoursOfUse: fc.oneof(
    fc.array(hours, { minLength: 7, maxLength: 7 }),
    hours.map((one) => Array.from({ length: 7 }, () => one)),
  ),
  ready: fc.integer({ min: 50, max: 99 }),
  disabled: fc.boolean(),
})
const factsOf = (drawnFacts: typeof factsSample extends fc.Arbitrary<infer T> ? T : never): PlanTask => {
  const frequencies = { a: 0, b: 0, c: 0 }
  const lamps = drawnFacts.lamps.map(({ unit, last, ...lamp }) =>
    planLamp(unit, ++frequencies[unit as 'a'], {
      ...lamp,
      lastAutonomy: last === null ? null : begin - last * 86_400_000,
    }),
  )
  const units = [planUnit('a'), planUnit('b', { enabled: !drawnFacts.disabled }), planUnit('c')]
  const facts = planFacts({ ...drawnFacts.country, alwaysOpen: drawnFacts.alwaysOpen, lamps, units, firstTestDays: 31 })
  return taskOf(facts, {
    settings: { ...defaultPlanSettings, hoursOfUse: drawnFacts.hoursOfUse, ready: drawnFacts.ready },
  })
}

const lampsIn = (tests: readonly { kind: string; lamps: readonly number[] }[], kind: string) =>
  new Set(tests.filter((one) => one.kind === kind).flatMap(({ lamps }) => lamps))

const lampsWithoutDate = ({ tests, unplaced }: PlannedYear, { lamps }: PlanFacts): string[] =>
  (['functional', 'autonomy'] as const).flatMap((kind) => {
    const consideredLamps = lampsIn(tests, kind).union(lampsIn(unplaced, kind))
    return lamps.flatMap((_, at) => (consideredLamps.has(at) ? [] : [`${kind} of ${at}`]))
  })

/** Days between two tests of a lamp, and from the last to the end of the year. */
const gapsOf = (plan: PlannedYear, kind: string, lamp: number, first: number[]): number[] => {
  const times = [
    ...first,
    ...plan.tests.filter((test) => test.kind === kind && test.lamps.includes(lamp)).map(({ at }) => at),
    end,
  ]
  return times.slice(1).map((time, n) => (time - (times[n] ?? 0)) / dayMs)
}
const end = Date.parse('2027-12-31T23:00:00Z')
const maxOf = (numbers: readonly number[]) => Math.max(0, ...numbers)

const isGroupAlone = (test: Placement, { lamps }: PlanFacts): boolean => {
  const [group, ...others] = new Set(test.lamps.map((at) => lamps[at]?.parity))
  return group != null && others.length === 0
}

describe('any plan', () => {
  it('separates neighbours, respects free times, lists left out lamps and is reproducible', () => {
    fc.assert(
      fc.property(factsSample, (drawnFacts) => {
        const task = factsOf(drawnFacts)
        const { facts } = task
        const plan = planYear(task)
        expect(neighbouringTests(plan.tests, facts)).toEqual([])
        expect(plan.tests.filter((test) => isDisturbing(test, task))).toEqual([])
        expect(lampsWithoutDate(plan, facts)).toEqual([])
        expect(plan.worst?.out ?? 0).toBe(countOut(plan.tests, facts.chargeHours))
        expect(plan.worst?.out ?? 0).toBeLessThanOrEqual(plan.maxLamps)
        if (facts.alwaysOpen) expect(plan.tests.filter((test) => !isGroupAlone(test, facts))).toEqual([])
        expect(planYear(task).tests).toEqual(plan.tests)
      }),
      { numRuns: isFullRun ? 150 : 25, seed: 20261123 },
    )
  })

  it('tests each lamp as often as required or lists it as late', () => {
    fc.assert(
      fc.property(factsSample, (drawnFacts) => {
        const task = factsOf(drawnFacts)
        const { facts } = task
        const plan = planYear(task)
        const excusedLamps = lampsIn(plan.unplaced, 'autonomy').union(lampsIn(plan.late, 'autonomy'))
        const untested = begin - (facts.durationDays - facts.firstTestDays) * dayMs
        const rarelyDischarged = facts.lamps.flatMap(({ lastAutonomy }, at) =>
          excusedLamps.has(at) ||
          maxOf(gapsOf(plan, 'autonomy', at, [lastAutonomy ?? untested])) <= facts.durationDays + 0.1
            ? []
            : [at],
        )
        expect(rarelyDischarged).toEqual([])
        const missing = lampsIn(plan.unplaced, 'functional')
        const rarelyTested = facts.lamps.flatMap((_, at) =>
          missing.has(at) || maxOf(gapsOf(plan, 'functional', at, [begin])) <= facts.functionDays + 1 ? [] : [at],
        )
        expect(rarelyTested).toEqual([])
      }),
      { numRuns: isFullRun ? 100 : 20, seed: 20261124 },
    )
  })
})

describe('year plan', () => {
  const room = (name: string, ...addrs: number[]) => addrs.map((addr) => planLamp('a', addr, { room: name }))
  const nightsOf = (plan: PlannedYear) =>
    plan.tests.filter(({ kind }) => kind === 'autonomy').map(({ day, lamps, by }) => ({ day, lamps, by }))

  it('separates two odd lamps of a room by the charge time', () => {
    const lamps = [...room('waiting', 421, 423), ...room('hall', 1, 2)]
    const hoursBetween = (chargeHours: number) => {
      const weeklySettings = {
        ...defaultPlanSettings,
        weekday: 1,
        ready: 50,
        hoursOfUse: [null, null, null, null, null, null, null],
      }
      const facts = planFacts({ lamps, chargeHours, firstTestDays: 4 })
      const plan = planYear(taskOf(facts, { settings: weeklySettings }))
      const [first, second] = plan.tests.filter(
        ({ kind, lamps: testLamps }) => kind === 'autonomy' && testLamps.some((at) => at < 2),
      )
      expect(plan.unplaced).toEqual([])
      return ((second?.at ?? 0) - (first ? endOf(first) : 0)) / hourMs
    }
    expect(hoursBetween(24)).toBeGreaterThanOrEqual(24)
    expect(hoursBetween(12)).toBeGreaterThanOrEqual(12)
  })

  it('moves a test out of the skipped hour of a clock change', () => {
    const lamps = Array.from({ length: 60 }, (_, n) => planLamp('a', n + 1, { room: `r${n}` }))
    const plan = planYear(
      taskOf(planFacts({ lamps }), { keptFree: new Set(), settings: { ...defaultPlanSettings, ready: 98 } }),
    )
    const days = nightsOf(plan).map(({ day }) => day)
    expect(days).toContain('2027-03-21')
    expect(days).not.toContain('2027-03-28')
    expect(plan.tests.every(({ at, kind }) => wallOf(at, 'Europe/Rome').hour === (kind === 'autonomy' ? 2 : 22))).toBe(
      true,
    )
  })

  it('leaves repeatable tests to the unit and starts the others', () => {
    const units = [planUnit('a'), planUnit('b')]
    const lamps = [
      planLamp('a', 1, { room: 'one' }),
      planLamp('a', 2, { room: 'two' }),
      planLamp('b', 1, { room: 'x' }),
      planLamp('b', 2, { room: 'x' }),
    ]
    const plan = planYear(taskOf(planFacts({ units, lamps }), { settings: { ...defaultPlanSettings, ready: 50 } }))
    const plannersOf = (unitId: string, kind: string) =>
      new Set(plan.tests.filter((test) => test.unitId === unitId && test.kind === kind).map((test) => test.by))
    expect([plannersOf('a', 'functional'), plannersOf('a', 'autonomy'), plannersOf('b', 'functional')]).toEqual([
      new Set(['unit']),
      new Set(['platform']),
      new Set(['unit']),
    ])
    expect(plannersOf('b', 'autonomy')).toEqual(new Set(['platform']))
    const singleLampPlan = planYear(taskOf(planFacts({ lamps: [planLamp('a', 1, { room: 'one' })] })))
    expect(singleLampPlan.tests.filter(({ kind }) => kind === 'autonomy')).toMatchObject([{ by: 'unit', lamps: [0] }])
  })

  it('lists lamps without a date by reason', () => {
    const units = [planUnit('a'), planUnit('b', { enabled: false }), planUnit('c', { enrolled: false })]
    const lamps = [planLamp('a', 1), planLamp('a', 2, { parity: null }), planLamp('b', 1), planLamp('c', 1)]
    const causes = (overrides: Partial<PlanFacts>, settings = defaultPlanSettings) =>
      planYear(taskOf(planFacts({ units, lamps, ...overrides }), { settings })).unplaced.map(
        ({ cause, kind, lamps: testLamps }) => `${kind} ${cause} ${testLamps}`,
      )
    expect(causes({})).toEqual([
      'functional unitNotEnabled 2',
      'functional unitNotEnrolled 3',
      'autonomy neighboursUnknown 1',
      'autonomy unitNotEnabled 2',
      'autonomy unitNotEnrolled 3',
    ])
    expect(causes({ alwaysOpen: true })).toContain('autonomy noParity 1')
    const alwaysOpenSettings = {
      ...defaultPlanSettings,
      hoursOfUse: Array.from({ length: 7 }, () => ({ opens: '00:00', closes: '24:00' })),
    }
    expect(causes({}, alwaysOpenSettings)).toContain('autonomy noFreeHours 0')
    expect(causes({}, alwaysOpenSettings)).toContain('functional noFreeHours 0,1')
  })

  it('keeps existing dates and gives an urgent lamp the next night', () => {
    const lamps = [
      planLamp('a', 1, { room: 'one' }),
      planLamp('a', 2, { room: 'two' }),
      planLamp('a', 3, { room: 'three' }),
    ]
    const facts = planFacts({ lamps })
    const first = planYear(taskOf(facts))
    const firstTests = first.tests
      .filter(({ kind, lamps: testLamps }) => kind === 'functional' || testLamps[0] !== 1)
      .map((test) => ({ ...test, id: 'known' }))
    const replanned = planYear(
      taskOf(facts, {
        keptTests: firstTests,
        functionalStays: new Set(['a']),
        urgent: new Set([1]),
        begin: Date.parse('2027-06-01T00:00:00Z'),
      }),
    )
    expect(replanned.tests.filter(({ id }) => id === 'known')).toHaveLength(firstTests.length)
    expect(replanned.tests.filter(({ id }) => id === undefined)).toMatchObject([{ lamps: [1], day: '2027-06-01' }])
  })
})
