import type { VirtualGear } from '@vigilux/simulator/dali-bus/virtual-gear.ts'
import { expect, it } from 'vitest'
import type { BusLine } from '../line/bus-line.ts'
import { openBusLine } from '../testing/virtual-bus-line.ts'
import { emergencyGear } from '../testing/virtual-gear.ts'
import { type TestEvent, type TestRun, TestRunner } from './test-runner.ts'

const testId = '6f1de1c5-0f3c-4f6b-9b3a-0d8a52b0a001'
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The line of a process: it is dead after a kill. */
const asLongAs = (line: BusLine, isAlive: () => boolean): BusLine =>
  new Proxy(line, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => (isAlive() ? Reflect.apply(value, target, args) : new Promise(() => undefined))
    },
  })

/** `silentMs`: time before the first poll of the line. */
const open = async (gears: VirtualGear[], { spreadMs = 10_000, silentMs = 0 } = {}) => {
  const opened = openBusLine(gears)
  const { line, clock, fill, gearAt } = opened
  await fill()
  const events: TestEvent[] = []
  let saved: readonly TestRun[] = []
  let ids = 0
  let kill: () => void = () => undefined
  const createRunner = () => {
    let isDead = false
    kill = () => {
      isDead = true
    }
    const alive = asLongAs(line, () => !isDead)
    const placeOf = (addr: number) => {
      const gear = line.gears.get(addr - 1)
      return gear ? { addr, serial: `0000000${addr - 1}`, line: alive, gear } : null
    }
    return new TestRunner({
      clock,
      now: () => clock.now(),
      placeOf,
      placeOfGear: (_, gear) => placeOf(gear.short + 1),
      runs: saved,
      save: (runs, happened) => {
        if (isDead) return
        saved = structuredClone(runs)
        events.push(...happened)
      },
      createId: () => `own ${++ids}`,
      spreadMs,
    })
  }
  let runner = createRunner()
  opened.onGear((gear) => void runner.look(line, gear))
  await clock.advance(silentMs)
  void line.poll()
  return {
    ...opened,
    events,
    saved: () => saved,
    runner: () => runner,
    /** The process was killed: only the stored data is left. */
    restart: () => {
      kill()
      runner = createRunner()
      runner.resume()
    },
    start: (kind: 'functional' | 'autonomy') => {
      const places = gears.map(({ short }) => ({
        addr: short + 1,
        serial: `0000000${short}`,
        line,
        gear: gearAt(short),
      }))
      runner.start(testId, kind, 'user', places)
    },
    results: () =>
      events.filter((event) => event.kind === 'result').map(({ addr, cause, bytes }) => [addr, cause, bytes]),
  }
}
const emergency = { ratedMin: 60, lastsMin: 84, features: 0x0a }

it('runs a functional test, and reads its result only with the new done flag', async () => {
  const { start, clock, events, line } = await open([emergencyGear(0)])
  start('functional')
  expect(events).toEqual([{ kind: 'started', testId, test: 'functional', trigger: 'user', lamps: [1] }])
  await clock.advance(20_000)
  expect(events).toHaveLength(1)
  await clock.advance(minuteMs)
  expect(events.slice(1)).toEqual([
    { kind: 'result', testId, test: 'functional', addr: 1, serial: '00000000', cause: 'none', bytes: [0x02, 0, null] },
    { kind: 'ended', testId, outcome: 'finished' },
  ])
  line.close()
})

it('never passes an old result for a new one', async () => {
  const { start, clock, events, results, gears, line } = await open([emergencyGear(0)])
  start('functional')
  await clock.advance(2 * minuteMs)
  expect(results()).toHaveLength(1)
  gears[0]?.emergency?.faults.add('lamp')
  events.length = 0
  start('functional')
  await clock.advance(2 * minuteMs)
  expect(results()).toEqual([[1, 'none', [0x02, 0x48, null]]])
  line.close()
})

it('takes no old result when the gear ignores the start', async () => {
  const { start, clock, events, results, gears, line } = await open([emergencyGear(0)])
  start('functional')
  await clock.advance(2 * minuteMs)
  events.length = 0
  const [gear] = gears
  if (gear?.emergency) gear.emergency.start = () => undefined
  start('functional')
  await clock.advance(5 * minuteMs)
  expect(results()).toEqual([[1, 'noResult', null]])
  line.close()
})

it('measures the autonomy in steps of two minutes, and spreads the starts of a line', async () => {
  const weak = emergencyGear(1, { emergency: { ...emergency, lastsMin: 25 } })
  const { start, clock, gears, results, line } = await open([emergencyGear(0), weak, emergencyGear(2)])
  start('autonomy')
  await clock.advance(8_000)
  const running = () => gears.map(({ emergency: gear }) => gear?.mode === 'durationTest')
  expect(running()).toEqual([true, false, false])
  await clock.advance(20_000)
  expect(running()).toEqual([true, true, true])
  await clock.advance(30 * minuteMs)
  expect(results()).toEqual([[2, 'none', [0x04, 0x82, 12]]])
  await clock.advance(35 * minuteMs)
  expect(results().slice(1)).toEqual([
    [1, 'none', [0x04, 0, 30]],
    [3, 'none', [0x04, 0, 30]],
  ])
  line.close()
})

it('refuses what a careful starter refuses, each with its cause', async () => {
  const { start, clock, bus, gears, results, line } = await open([
    emergencyGear(0, { emergency: { ...emergency, charge: 0.5 } }),
    emergencyGear(1, { emergency: { ...emergency, durationIntervalWeeks: 52 } }),
    emergencyGear(2),
    emergencyGear(3),
    emergencyGear(4),
    emergencyGear(5),
  ])
  const [, , inhibited, dark, mute, testing] = gears
  const other = (data: readonly number[]) => clock.until(bus.send({ bits: 16, data }, 2, 'other'))
  for (const data of [
    [0xc1, 1],
    [0x05, 0xe1],
    [0x05, 0xe1],
  ])
    await other(data)
  expect((inhibited?.emergency?.statusByte(clock.now()) ?? 0) & 1).toBe(1)
  dark?.setMains(false, clock.now())
  mute?.quirks.add('mute')
  for (const data of [
    [0xc1, 1],
    [0x0b, 0xe4],
    [0x0b, 0xe4],
  ])
    await other(data)
  expect(testing?.emergency?.mode).toBe('durationTest')
  start('autonomy')
  await clock.advance(2 * minuteMs)
  expect(results()).toEqual([
    [1, 'charging', null],
    [2, 'otherTest', null],
    [3, 'inhibited', null],
    [4, 'mains', null],
    [5, 'unreachable', null],
    [6, 'otherTest', null],
  ])
  line.close()
})

it('shows a pending test as neither failed nor done, and takes its result when the gear has run it', async () => {
  const { start, clock, gears, gearAt, results, line } = await open([
    emergencyGear(0, { emergency: { ...emergency, charge: 0.1, chargeHours: 10 } }),
  ])
  start('functional')
  await clock.advance(hourMs)
  expect(gearAt(0).readings.emergencyStatus & 0x10).toBe(0x10)
  expect(results()).toEqual([])
  await clock.advance(2 * hourMs)
  expect(results()).toEqual([[1, 'none', [0x02, 0, null]]])
  expect(gears[0]?.emergency?.mode).toBe('normal')
  line.close()
})

it('ends a test that is overdue in the gear, and takes it back there', async () => {
  const { start, clock, gearAt, results, line } = await open([
    emergencyGear(0, { emergency: { ...emergency, charge: 0, chargeHours: 100, timeoutDays: 0 } }),
  ])
  start('functional')
  await clock.advance(20 * minuteMs)
  expect(results()).toEqual([[1, 'delay', null]])
  await clock.advance(minuteMs)
  expect(gearAt(0).readings.emergencyStatus & 0x10).toBe(0)
  line.close()
})

it('records a test broken off by a loss of mains as not executed', async () => {
  const { start, clock, gears, results, line } = await open([emergencyGear(0), emergencyGear(1)], { spreadMs: 1_000 })
  start('autonomy')
  await clock.advance(5 * minuteMs)
  gears[0]?.setMains(false, clock.now())
  await clock.advance(3 * minuteMs)
  expect(results()).toEqual([[1, 'mains', null]])
  gears[0]?.setMains(true, clock.now())
  await clock.advance(60 * minuteMs)
  expect(results()[1]).toEqual([2, 'none', [0x04, 0, 30]])
  line.close()
})

it('stops a test in the gear, and the rest of it', async () => {
  const { start, clock, gears, events, results, runner, line } = await open([0, 1, 2].map((n) => emergencyGear(n)))
  start('autonomy')
  await clock.advance(14_000)
  await clock.until(runner().stop(testId))
  expect(results()).toEqual([1, 2, 3].map((addr) => [addr, 'userStop', null]))
  expect(events.at(-1)).toEqual({ kind: 'ended', testId, outcome: 'stopped' })
  await clock.advance(2 * minuteMs)
  expect(gears.map(({ emergency: gear }) => gear?.mode)).toEqual(['normal', 'normal', 'normal'])
  expect(runner().running).toBeNull()
  line.close()
})

it('follows a test that the gear started itself', async () => {
  const own = emergencyGear(0, { emergency: { ...emergency, functionIntervalDays: 1 } })
  const { clock, events, line } = await open([own], { silentMs: 24 * hourMs - 10 * minuteMs })
  await clock.advance(15 * minuteMs)
  expect(events.map((event) => [event.kind, event.testId])).toEqual([
    ['started', 'own 1'],
    ['result', 'own 1'],
    ['ended', 'own 1'],
  ])
  expect(events[0]).toMatchObject({ trigger: 'local', lamps: [1] })
  line.close()
})

it('loses and doubles no result when it is killed at any moment', async () => {
  for (const killedAfterMs of [100, 300, 600, 900, 1_200, 1_500, 2_000, 5_000, 20_000, 33_000]) {
    const { start, clock, events, results, restart, line } = await open(
      [0, 1, 2].map((n) => emergencyGear(n)),
      { spreadMs: 1_000 },
    )
    start('functional')
    await clock.advance(killedAfterMs)
    restart()
    await clock.advance(5 * minuteMs)
    const summary = results().map(([addr, cause]) => [addr, cause])
    expect(summary.toSorted(), `killed after ${killedAfterMs} ms`).toEqual([1, 2, 3].map((addr) => [addr, 'none']))
    expect(events.filter(({ kind }) => kind !== 'result').map(({ kind }) => kind)).toEqual(['started', 'ended'])
    line.close()
  }
})

it('goes on with a test after the gateway was away', async () => {
  const { start, clock, gateway, results, line } = await open([0, 1, 2].map((n) => emergencyGear(n)))
  start('autonomy')
  await clock.advance(5_000)
  gateway.close()
  await clock.advance(10 * minuteMs)
  expect(results()).toEqual([])
  gateway.open()
  await clock.advance(65 * minuteMs)
  expect(results().map(([addr, cause]) => [addr, cause])).toEqual([1, 2, 3].map((addr) => [addr, 'none']))
  line.close()
})
