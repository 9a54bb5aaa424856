import type { UnitScene } from '@vigilux/device-plane/commands.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unitWireOf } from '../unit-wires.ts'
import { configure } from './configuration.ts'
import { shownLevel, takesLevels } from './light.ts'
import { Pace } from './pace.ts'
import type { UnitMemory } from './unit-memory.ts'
import type { UnitEvent } from './unit-wire.ts'
import { VirtualUnit } from './virtual-unit.ts'
import { Wheel } from './wheel.ts'

const start = Date.UTC(2026, 10, 24, 4)
const minuteMs = 60_000
let wheel: Wheel
beforeEach(() => {
  vi.useFakeTimers({
    now: start,
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date', 'performance'],
  })
  wheel = new Wheel(1_000)
})
afterEach(() => {
  wheel.stop()
  vi.useRealTimers()
})
const passMinutes = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * minuteMs)

type Ran = Extract<UnitEvent, { kind: 'sceneRan' }>
const unitOf = (memory?: UnitMemory) => {
  const unit = new VirtualUnit({
    wire: unitWireOf('logica'),
    serial: '0A1B2C',
    lamps: 60,
    enrolment: 'enrolled',
    seed: 3,
    pace: new Pace(wheel, 1),
    wheel,
    brokerUrl: 'mqtt://127.0.0.1:1',
    factoryKey: 'k',
    memory,
  })
  return unit
}
/** The reported runs of a unit, including earlier ones. */
const runsOf = (unit: VirtualUnit) =>
  unit.memory.records.filter(({ kind }) => kind === 'scene').map(({ body }) => body as unknown[])
const recordRuns = (unit: VirtualUnit): Ran[] => {
  const reportedRuns: Ran[] = []
  const { record } = unit.context
  unit.context.record = (event) => {
    if (event.kind === 'sceneRan') reportedRuns.push(event)
    record(event)
  }
  return reportedRuns
}

const night = '3f9a1c0b-e8d2-4775-9a1b-0c2d3e4f5a6b'
const day = '5a6b7c8d-1234-4321-8abc-0123456789ab'
const all = Array.from({ length: 16 }, (_, at) => at + 1)
const minute = (after: number): number => start / minuteMs + after
const scene = (id: string, level: number, change: Partial<UnitScene> = {}): UnitScene => ({
  scene: id,
  levels: [{ groups: all, level }],
  fadeS: 0,
  runs: [],
  input: null,
  ...change,
})
const sendScenes = (unit: VirtualUnit, version: number, ...scenes: UnitScene[]) =>
  configure(unit, { name: 'setScenes', version, until: '2027-01-03T00:00:00.000Z', scenes })
const levels = (unit: VirtualUnit) => [
  ...new Set(unit.list.known.filter(takesLevels).map((lamp) => shownLevel(lamp, Date.now()))),
]

test('three scenes run automatically for a week, each once at its minute', async () => {
  const unit = unitOf()
  const recordedEvents = recordRuns(unit)
  const dayOf = 1_440
  const morning = scene(day, 70, { runs: Array.from({ length: 7 }, (_, at) => minute(60 + at * dayOf)) })
  const evening = scene(night, 10, { runs: Array.from({ length: 7 }, (_, at) => minute(720 + at * dayOf)) })
  const pause = scene('11111111-2222-4333-8444-555555555555', 30, {
    runs: Array.from({ length: 7 }, (_, at) => minute(360 + at * dayOf)),
  })
  sendScenes(unit, 1, morning, evening, pause)
  await passMinutes(61)
  expect(levels(unit)).toEqual([70])
  // Half a million ticks, each of which would wait for a turn of the shared event loop.
  vi.advanceTimersByTime(7 * dayOf * minuteMs)
  expect(levels(unit)).toEqual([70 - 60])
  const expectedRuns = [morning, evening, pause].flatMap((one) => one.runs.map((at) => `${one.scene} ${at}`))
  expect(recordedEvents.map((one) => `${one.scene} ${one.planned}`).toSorted()).toEqual(expectedRuns.toSorted())
  expect(new Set(recordedEvents.map(({ outcome }) => outcome))).toEqual(new Set(['set']))
})

test('the later of two scenes in one minute wins, and both are reported', async () => {
  const unit = unitOf()
  const recordedEvents = recordRuns(unit)
  sendScenes(unit, 1, scene(day, 70, { runs: [minute(5)] }), scene(night, 10, { runs: [minute(5)] }))
  await passMinutes(6)
  expect(levels(unit)).toEqual([10])
  expect(recordedEvents.map((one) => one.scene)).toEqual([day, night])
})

test('a ramp takes its time', async () => {
  const unit = unitOf()
  configure(unit, { name: 'setLevels', levels: [{ to: 'all', level: 0 }], fadeS: 0, holdS: null })
  sendScenes(unit, 1, scene(day, 100, { runs: [minute(1)], fadeS: 300 }))
  await passMinutes(3.5)
  expect(levels(unit)).toEqual([50])
  await passMinutes(3)
  expect(levels(unit)).toEqual([100])
})

describe('a list of scenes', () => {
  test('replaces the previous one without repeating or catching up runs', async () => {
    const unit = unitOf()
    const recordedEvents = recordRuns(unit)
    sendScenes(unit, 1, scene(day, 70, { runs: [minute(1), minute(9)] }))
    await passMinutes(1.2)
    sendScenes(
      unit,
      2,
      scene(day, 60, { runs: [minute(0), minute(1), minute(4)] }),
      scene(night, 5, { runs: [minute(1)] }),
    )
    await passMinutes(20)
    expect(recordedEvents.map((one) => [one.version, one.planned])).toEqual([
      [1, minute(1)],
      [2, minute(4)],
    ])
    expect(levels(unit)).toEqual([60])
  })

  test('is refused if older than the current one and accepted if repeated', async () => {
    const unit = unitOf()
    const recordedEvents = recordRuns(unit)
    sendScenes(unit, 4, scene(day, 70, { runs: [minute(2)] }))
    expect(sendScenes(unit, 3)).toEqual({ state: 'refused', code: 'INVALID_BODY' })
    await passMinutes(3)
    expect(sendScenes(unit, 4, scene(day, 70, { runs: [minute(2)] }))).toEqual({ state: 'done' })
    await passMinutes(5)
    expect(recordedEvents).toHaveLength(1)
    expect(unit.scenes.detail).toEqual({ version: 4, until: '2027-01-03T00:00:00.000Z' })
  })

  test('that is empty ends all scenes, and a factory reset deletes it', async () => {
    const unit = unitOf()
    const recordedEvents = recordRuns(unit)
    sendScenes(unit, 1, scene(day, 70, { runs: [minute(2)] }))
    sendScenes(unit, 2)
    await passMinutes(5)
    sendScenes(unit, 3, scene(day, 70, { runs: [minute(8)] }))
    unit.factoryReset()
    await passMinutes(9)
    expect(recordedEvents).toEqual([])
    expect(unit.scenes.detail).toBeNull()
  })
})

describe('a unit without power', () => {
  test('resumes with later runs and reports the missed ones', async () => {
    const unit = unitOf()
    sendScenes(unit, 1, scene(day, 70, { runs: [minute(1), minute(5), minute(30)] }))
    await passMinutes(2)
    const memory: UnitMemory = JSON.parse(JSON.stringify(unit.memory))
    await unit.close()
    await passMinutes(10)
    const restartedUnit = unitOf(memory)
    await passMinutes(30)
    expect(runsOf(restartedUnit).map(([, , at, , outcome]) => [at, outcome])).toEqual([
      [minute(1), 0],
      [minute(5), 2],
      [minute(30), 0],
    ])
  })
})

describe('a wrong clock', () => {
  test('that is set back runs scenes it had reported as missed', async () => {
    const unit = unitOf()
    const recordedEvents = recordRuns(unit)
    sendScenes(unit, 1, scene(day, 70, { runs: [minute(30)] }))
    unit.setClock(7_200)
    expect(recordedEvents.map(({ outcome }) => outcome)).toEqual(['missed'])
    unit.setClock(0)
    await passMinutes(31)
    expect(recordedEvents.map(({ outcome }) => outcome)).toEqual(['missed', 'set'])
  })

  test('that ran a scene too early does not run it again', async () => {
    const unit = unitOf()
    const recordedEvents = recordRuns(unit)
    unit.setClock(600)
    sendScenes(unit, 1, scene(day, 70, { runs: [minute(12)] }))
    await passMinutes(3)
    unit.setClock(0)
    await passMinutes(20)
    expect(recordedEvents.map(({ outcome }) => outcome)).toEqual(['set'])
  })
})

describe('an input', () => {
  test('runs its scenes on each change and is named in the run', () => {
    const unit = unitOf()
    const recordedEvents = recordRuns(unit)
    sendScenes(unit, 1, scene(day, 70, { input: 2 }), scene(night, 10, { input: 3 }))
    unit.inputs.set(2, true)
    expect(levels(unit)).toEqual([70])
    expect(recordedEvents).toMatchObject([{ scene: day, planned: null, input: 2, outcome: 'set' }])
  })

  test('that flickers runs its scenes once in ten seconds', async () => {
    const unit = unitOf()
    const recordedEvents = recordRuns(unit)
    sendScenes(unit, 1, scene(day, 70, { input: 2 }))
    for (let change = 0; change < 100; change++) unit.inputs.set(2, change % 2 === 0)
    expect(recordedEvents).toHaveLength(1)
    await passMinutes(0.2)
    unit.inputs.set(2, true)
    expect(recordedEvents).toHaveLength(2)
  })
})

test('a scene runs in an emergency and shows when mains are back', async () => {
  const unit = unitOf()
  const recordedEvents = recordRuns(unit)
  const before = levels(unit)
  sendScenes(unit, 1, scene(day, 35, { runs: [minute(2)] }))
  unit.setMains(false)
  await passMinutes(3)
  expect(recordedEvents.map(({ outcome }) => outcome)).toEqual(['set'])
  expect(levels(unit)).not.toEqual([35])
  unit.setMains(true)
  expect(levels(unit)).toEqual([35])
  expect(before.length).toBeGreaterThan(0)
})

test('a scene reports that no lamp of its groups follows', async () => {
  const unit = unitOf()
  const recordedEvents = recordRuns(unit)
  for (const lamp of unit.list.known) lamp.groups &= ~1
  sendScenes(unit, 1, scene(day, 35, { runs: [minute(1)], levels: [{ groups: [1], level: 35 }] }))
  await passMinutes(2)
  expect(recordedEvents.map(({ outcome }) => outcome)).toEqual(['noLamps'])
})
