import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Fleet, openFleet } from '../fleet.ts'
import { configure } from './configuration.ts'
import type { LocalTime } from './local-time.ts'
import { placeOf, planAfter, planDeferred, type TestPlan } from './test-schedule.ts'
import type { VirtualUnit } from './virtual-unit.ts'

/** Advances the fake clock until the check passes, by 20 s at most. */
const pollClock = async (check: () => void): Promise<void> => {
  for (let ms = 0; ms < 20_000; ms += 20) {
    try {
      return check()
    } catch {
      await vi.advanceTimersByTimeAsync(20)
    }
  }
  check()
}

const at = (text: string): number => Date.parse(`${text}:00Z`)
const minuteOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16)
const utc: LocalTime = { utcOffsetMin: 0 }
const plan = (next: string, period: TestPlan['period'], day: number, local = utc): TestPlan => ({
  next: at(next),
  period,
  deferred: false,
  ...placeOf(local, at(next)),
  day,
})
const nextOf = (from: TestPlan, local = utc): string => minuteOf(planAfter(from, local).next)

describe('the next date', () => {
  test.each([
    ['1w', '2026-11-21T09:00', 21, '2026-11-28T09:00'],
    ['4w', '2026-11-21T09:00', 21, '2026-12-19T09:00'],
    ['3m', '2026-11-30T09:00', 30, '2027-02-28T09:00'],
    ['3m', '2027-02-28T09:00', 30, '2027-05-30T09:00'],
    ['3m', '2027-11-30T09:00', 30, '2028-02-29T09:00'],
    ['6m', '2026-08-31T09:00', 31, '2027-02-28T09:00'],
    ['12m', '2028-02-29T09:00', 29, '2029-02-28T09:00'],
  ] as const)('%s after %s', (period, from, day, to) => {
    expect(nextOf(plan(from, period, day))).toBe(to)
  })

  test('keeps the day of the month in local time instead of UTC', () => {
    // 1 December, 00:30 at a place one hour ahead.
    const aheadClock = { utcOffsetMin: 60 }
    expect(nextOf(plan('2026-11-30T23:30', '3m', 1, aheadClock), aheadClock)).toBe('2027-02-28T23:30')
  })

  test('counts months from the date of the last week after a weekly period', () => {
    const weekly = planAfter(plan('2026-12-07T09:00', '1w', 30), utc)
    expect(nextOf({ ...weekly, period: '3m' })).toBe('2027-03-14T09:00')
  })

  test('follows from the set date, not from the deferred date', () => {
    const deferred = planDeferred(plan('2026-11-21T09:00', '1w', 21), true, utc)
    expect(minuteOf(deferred.next)).toBe('2026-11-28T09:00')
    expect(planDeferred(deferred, true, utc)).toEqual(deferred)
    expect(minuteOf(planDeferred(deferred, false, utc).next)).toBe('2026-11-21T09:00')
    expect(planAfter(deferred, utc)).toMatchObject({ next: at('2026-11-28T09:00'), deferred: false })
  })
})

/** The zones of units, as the platform sends them. */
const changesOf = (zone: string, after: string): LocalTime => {
  const offset = (one: Temporal.ZonedDateTime) => one.offsetNanoseconds / 60_000_000_000
  const begin = Temporal.Instant.from(`${after}:00Z`).toZonedDateTimeISO(zone)
  const changes = []
  for (
    let transition = begin.getTimeZoneTransition('next');
    transition && changes.length < 20;
    transition = transition.getTimeZoneTransition('next')
  )
    changes.push({ at: new Date(transition.epochMilliseconds).toISOString(), utcOffsetMin: offset(transition) })
  return { utcOffsetMin: offset(begin), changes }
}
const zones = [
  'Europe/Rome',
  'Australia/Lord_Howe',
  'America/New_York',
  'Asia/Tokyo',
  'Africa/Casablanca',
  'America/Santiago',
]

describe.each(zones)('in %s', (zone) => {
  const begin = '2026-01-05T00:00'
  const local = changesOf(zone, begin)
  const clock = (ms: number) => new Date(ms).toTemporalInstant().toZonedDateTimeISO(zone)
  /** A person's idea of the same time of day: `Temporal` resolves skipped and repeated times as the platform does. */
  const localTime = (day: Temporal.PlainDate, time: Temporal.PlainTime): number =>
    day.toPlainDateTime(time).toZonedDateTime(zone).epochMilliseconds

  test.each(['00:15', '01:45', '02:10', '02:30', '09:00', '23:45'])(
    'each week and each deferred date is at %s',
    (time) => {
      const startTime = Temporal.PlainTime.from(time)
      const first = localTime(Temporal.PlainDate.from('2026-01-11'), startTime)
      let weekly: TestPlan = { next: first, period: '1w', deferred: false, ...placeOf(local, first) }
      for (let n = 1; n <= 2 * 52; n++) {
        const day = Temporal.PlainDate.from('2026-01-11').add({ weeks: n })
        const deferred = planDeferred(weekly, true, local)
        expect([n, clock(deferred.next).toString()]).toEqual([n, clock(localTime(day, startTime)).toString()])
        expect(planDeferred(deferred, false, local)).toEqual(weekly)
        expect(planAfter(deferred, local)).toEqual(planAfter(weekly, local))
        weekly = planAfter(weekly, local)
        expect(weekly.next).toBe(localTime(day, startTime))
      }
    },
  )

  test('each month has its own number', () => {
    const startTime = Temporal.PlainTime.from('02:30')
    const first = localTime(Temporal.PlainDate.from('2026-01-31'), startTime)
    let testPlan: TestPlan = { next: first, period: '3m', deferred: false, ...placeOf(local, first) }
    for (let n = 1; n <= 12; n++) {
      testPlan = planAfter(testPlan, local)
      expect(testPlan.next).toBe(localTime(Temporal.PlainDate.from('2026-01-31').add({ months: 3 * n }), startTime))
    }
  })
})

describe('a unit', () => {
  let fleet: Fleet
  let unit: VirtualUnit
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date', 'performance'],
    })
    const describedUnit = { type: 'logica', serial: '0A1B2C', lamps: 8, enrolled: true, boundElsewhere: false, seed: 1 }
    const options = { brokerUrl: 'mqtt://127.0.0.1:1', factoryKey: 'k', speed: 100, isAlive: false }
    fleet = openFleet({ estate: { units: [describedUnit] }, ...options })
    unit = fleet.units.get('logica_0A1B2C')!
  })
  afterEach(() => {
    const closed = fleet.close()
    vi.useRealTimers()
    return closed
  })

  const soonTime = () => new Date(unit.clock.now() + 100).toISOString()
  const isPast = (set: string) => Date.parse(unit.schedules.detailOf('functional').next ?? '') > Date.parse(set)

  test('counts on from seven days before a date set during deferral', () => {
    const farDate = '2027-03-27T08:00:00.000Z'
    configure(unit, { name: 'setDateTimeFunzionale', set: farDate })
    const set = '2027-04-03T07:00:00.000Z'
    expect(configure(unit, { name: 'setDateTimeFunzionale', set, differito: true })).toMatchObject({
      state: 'refused',
      code: 'INVALID_BODY',
    })
    configure(unit, { name: 'setPeriodFunzionale', period: '1w', differito: true })
    expect(unit.schedules.detailOf('functional')).toMatchObject({ next: '2027-04-03T08:00:00.000Z', deferred: true })
    configure(unit, { name: 'setDateTimeFunzionale', set, differito: true })
    expect(unit.schedules.detailOf('functional')).toMatchObject({ next: set, deferred: true })
    configure(unit, { name: 'setPeriodFunzionale', period: '1w', differito: false })
    expect(unit.schedules.detailOf('functional').next).toBe(farDate)
  })

  test('keeps the local time over an announced clock change', () => {
    const at = new Date(unit.clock.now()).toISOString()
    const changes = [{ at: '2099-03-29T01:00:00.000Z', utcOffsetMin: 120 }]
    expect(configure(unit, { name: 'setClock', at, utcOffsetMin: 60, changes })).toEqual({ state: 'done' })
    configure(unit, { name: 'setDateTimeFunzionale', set: '2099-03-27T08:00:00.000Z' })
    configure(unit, { name: 'setPeriodFunzionale', period: '1w', differito: true })
    expect(unit.schedules.detailOf('functional').next).toBe('2099-04-03T07:00:00.000Z')
    configure(unit, { name: 'setPeriodFunzionale', period: '1w', differito: false })
    expect(unit.schedules.detailOf('functional').next).toBe('2099-03-27T08:00:00.000Z')
  })

  test('starts a test automatically at its date and schedules the next', async () => {
    const set = soonTime()
    configure(unit, { name: 'setPeriodFunzionale', period: '1w', differito: false })
    expect(configure(unit, { name: 'setDateTimeFunzionale', set })).toEqual({ state: 'done' })
    await pollClock(() => expect(unit.tests.running).toMatchObject({ test: 'functional' }))
    const next = new Date(Date.parse(set) + 7 * 86_400_000).toISOString()
    expect(unit.schedules.detailOf('functional')).toEqual({ next, period: '1w', deferred: false })
  })

  test('uses its own clock', async () => {
    const set = new Date(Date.now() + 3_600_000).toISOString()
    configure(unit, { name: 'setDateTimeFunzionale', set })
    unit.setClock(3_600)
    await pollClock(() => expect(unit.tests.running).not.toBeNull())
    const pastTime = new Date(Date.now() + 60_000).toISOString()
    expect(configure(unit, { name: 'setDateTimeFunzionale', set: pastTime })).toMatchObject({ code: 'INVALID_BODY' })
  })

  test('starts no test if automatic tests are off', async () => {
    configure(unit, { name: 'setAdvanced', flags: { automaticTests: false } })
    const set = soonTime()
    configure(unit, { name: 'setDateTimeFunzionale', set })
    await pollClock(() => expect(isPast(set)).toBe(true))
    expect(unit.tests.running).toBeNull()
  })

  test('delays a test until its mains are back', async () => {
    unit.setMains(false)
    const set = soonTime()
    configure(unit, { name: 'setDateTimeFunzionale', set })
    await pollClock(() => expect(unit.clock.now()).toBeGreaterThan(Date.parse(set) + 100))
    expect(isPast(set)).toBe(false)
    unit.setMains(true)
    await pollClock(() => expect(unit.tests.running).not.toBeNull())
  })
})
