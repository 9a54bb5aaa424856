import { emergencyCommand, emergencyQuery } from '../bus/opcodes.ts'
import { askEmergency, orderEmergency, read } from '../bus/transaction.ts'
import { type Clock, pause } from '../clock.ts'
import type { BusLine } from '../line/bus-line.ts'
import type { Gear } from '../line/gear.ts'
import { readOwnTests } from '../line/own-tests.ts'
import {
  afterLook,
  type Cause,
  type GearTest,
  isDone,
  isPending,
  isRunning,
  judgeLook,
  type Phase,
  refusalOf,
  runningKind,
  type TestKind,
} from './gear-test.ts'

export type Trigger = 'user' | 'automatic' | 'local'
/** Test under way, as it is stored. */
export type TestRun = { testId: string; kind: TestKind; trigger: Trigger; lamps: GearTest[] }
/** EMERGENCY STATUS, FAILURE STATUS, DURATION TEST RESULT. */
export type ResultBytes = readonly [number, number, number | null]

export type TestEvent =
  | { kind: 'started'; testId: string; test: TestKind; trigger: Trigger; lamps: number[] }
  | {
      kind: 'result'
      testId: string
      test: TestKind
      addr: number
      serial: string
      cause: Cause
      bytes: ResultBytes | null
    }
  | { kind: 'ended'; testId: string; outcome: 'finished' | 'stopped' }

export type GearPlace = { addr: number; serial: string; line: BusLine; gear: Gear }

export type TestRunnerOptions = {
  clock: Clock
  /** Time by the clock of the unit. */
  now(): number
  /** Emergency gear at an address of the unit; null if there is none. */
  placeOf(addr: number): GearPlace | null
  placeOfGear(line: BusLine, gear: Gear): GearPlace | null
  /** Tests as they were stored. */
  runs: readonly TestRun[]
  /** Stores the tests together with their events, in one piece. */
  save(runs: readonly TestRun[], events: readonly TestEvent[]): void
  createId(): string
  /** Pause between two starts on one line: the batteries of an escape route must not all be empty at once. */
  spreadMs: number
}

/** Attempts to reset a done flag. */
const maxResets = 3

/** Runs the tests of the unit. It knows begun tests again after a restart. */
export class TestRunner {
  readonly #options: TestRunnerOptions
  /** The test of the platform first, if there is one, then the gears' own tests. */
  #runs: readonly TestRun[]
  readonly #busyLines = new Set<BusLine>()

  constructor(options: TestRunnerOptions) {
    this.#options = options
    this.#runs = options.runs
  }

  /** Requested test, or one due by the dates of the unit. */
  get running(): TestRun | null {
    return this.#runs.find(({ trigger }) => trigger !== 'local') ?? null
  }

  isInTest(addr: number): boolean {
    return this.#runs.some(({ lamps }) => lamps.some((lamp) => lamp.addr === addr))
  }

  /** Begins a test. Untestable gear gets its result when its turn comes. */
  start(testId: string, kind: TestKind, trigger: Trigger, places: readonly GearPlace[]): void {
    const since = this.#options.now()
    const lamps = places.map(({ addr, serial }): GearTest => {
      return { addr, serial, phase: 'queued', since, idleLooks: 0, answeredAt: since }
    })
    const run = { testId, kind, trigger, lamps }
    const addresses = lamps.map(({ addr }) => addr)
    this.#save([run, ...this.#runs], [{ kind: 'started', testId, test: kind, trigger, lamps: addresses }])
    this.resume()
  }

  /** Continues queued tests, after a start of the bridge too. */
  resume(): void {
    for (const line of this.#linesInTest()) void this.#serve(line)
  }

  /** Ends a test: gear with a running one stops, the other is not tested. */
  async stop(testId: string): Promise<void> {
    const run = this.#runs.find((one) => one.testId === testId)
    if (!run) return
    const events = run.lamps.map((lamp) => resultOf(run, lamp, 'userStop', null))
    this.#save(
      this.#runs.filter((one) => one !== run),
      [...events, { kind: 'ended', testId, outcome: 'stopped' }],
    )
    for (const { addr, phase } of run.lamps) {
      const place = phase === 'queued' ? null : this.#options.placeOf(addr)
      if (place) await this.#stopGear(place)
    }
  }

  /** Forgets all tests without a record: the unit goes back to factory state. */
  forget(): void {
    this.#runs = []
  }

  /** Judges a gear just read. */
  async look(line: BusLine, gear: Gear): Promise<void> {
    const place = this.#options.placeOfGear(line, gear)
    if (!place) return
    const run = this.#runOf(place.addr)
    const test = run?.lamps.find(({ addr }) => addr === place.addr)
    if (!run || !test) return this.#followOwnTest(place)
    if (test.phase !== 'begun') return
    const now = this.#options.now()
    const verdict = judgeLook(run.kind, test, gear, now)
    if (!verdict) return this.#update(run, afterLook(run.kind, test, gear, now))
    if (verdict.stopsGear) await this.#stopGear(place)
    await this.#finish(run.testId, place, verdict.cause)
  }

  #linesInTest(): Set<BusLine> {
    const addresses = this.#runs.flatMap(({ lamps }) => lamps.map(({ addr }) => addr))
    return new Set(addresses.flatMap((addr) => this.#options.placeOf(addr)?.line ?? []))
  }

  /** Starts the tests of one line, one gear after the other. */
  async #serve(line: BusLine): Promise<void> {
    if (this.#busyLines.has(line)) return
    this.#busyLines.add(line)
    try {
      for (let next = this.#nextOf(line); next; next = this.#nextOf(line)) {
        const isStarted = await this.#begin(next.run, next.test, next.place)
        await pause(this.#options.clock, isStarted ? this.#options.spreadMs : 1_000)
      }
    } finally {
      this.#busyLines.delete(line)
    }
  }

  #nextOf(line: BusLine) {
    for (const run of this.#runs)
      for (const test of run.lamps) {
        const place = test.phase === 'begun' ? null : this.#options.placeOf(test.addr)
        if (place?.line === line) return { run, test, place }
        if (!place && test.phase !== 'begun') this.#giveUp(run, test)
      }
    return null
  }

  /** The lamp left the list while it waited. */
  #giveUp(run: TestRun, test: GearTest): void {
    this.#save(...this.#withoutLamp(run, test, [resultOf(run, test, 'unreachable', null)]))
  }

  /** Brings one gear to its test. False while the line is down, or if the gear is not tested. */
  async #begin(run: TestRun, test: GearTest, place: GearPlace): Promise<boolean> {
    const { line, gear } = place
    if (line.isPowered !== true || line.isSilent) return this.#waitFor(run, test, place)
    if (!(await line.visit(gear))) return false
    const isOld = test.phase === 'clear' && gear.presence === 'answers' && hasBegun(run.kind, gear)
    if (isOld) return this.#setPhase(run.testId, place, 'begun')
    await readOwnTests(line.run, gear)
    const refusal = refusalOf(run.kind, gear)
    if (refusal) {
      await this.#finish(run.testId, place, refusal)
      return false
    }
    this.#setPhase(run.testId, place, 'resetting')
    if (!(await this.#resetDone(run.kind, place))) {
      await this.#finish(run.testId, place, gear.presence === 'answers' ? 'communication' : 'unreachable')
      return false
    }
    if (!this.#setPhase(run.testId, place, 'clear')) return false
    const { isDone: isSent } = await line.run(orderEmergency({ short: gear.short }, startOf(run.kind)), 2)
    if (!isSent) return false
    this.#setPhase(run.testId, place, 'begun')
    await line.visit(gear)
    return true
  }

  /** A line down for long makes its gear unreachable. */
  async #waitFor(run: TestRun, test: GearTest, place: GearPlace): Promise<boolean> {
    const maxWaitMs = 30 * 60_000
    if (this.#options.now() - test.answeredAt > maxWaitMs) await this.#finish(run.testId, place, 'unreachable')
    return false
  }

  /** An old result must not pass for a new one: the flag is reset, and read back. */
  async #resetDone(kind: TestKind, { line, gear }: GearPlace): Promise<boolean> {
    const code = kind === 'functional' ? emergencyCommand.resetFunctionDone : emergencyCommand.resetDurationDone
    for (let n = 0; n < maxResets; n++) {
      await line.run(orderEmergency({ short: gear.short }, code), 2)
      if ((await line.visit(gear)) && gear.presence === 'answers' && !isDone(kind, gear)) return true
    }
    return false
  }

  async #stopGear({ line, gear }: GearPlace): Promise<void> {
    await line.run(orderEmergency({ short: gear.short }, emergencyCommand.stopTest), 2)
    line.touch({ short: gear.short }, 'visit')
  }

  /** Records the result of one gear; the last one ends the test. */
  async #finish(testId: string, place: GearPlace, cause: Cause): Promise<void> {
    const kind = this.#runs.find((one) => one.testId === testId)?.kind
    const duration = kind === 'autonomy' && cause === 'none' ? await this.#readDuration(place) : null
    // The test may have been stopped while the gear was read.
    const run = this.#runs.find((one) => one.testId === testId)
    const test = run?.lamps.find(({ addr }) => addr === place.addr)
    if (!run || !test) return
    const { emergencyStatus, failure } = place.gear.readings
    const bytes = cause === 'none' ? ([emergencyStatus, failure, duration] as const) : null
    this.#save(...this.#withoutLamp(run, test, [resultOf(run, test, cause, bytes)]))
  }

  async #readDuration({ line, gear }: GearPlace): Promise<number | null> {
    const reading = await read(line.run, askEmergency({ short: gear.short }, emergencyQuery.durationResult), 4)
    return typeof reading === 'number' ? reading : null
  }

  /** Follows a test started by the gear itself, or by somebody at it. */
  async #followOwnTest(place: GearPlace): Promise<void> {
    const kind = runningKind(place.gear)
    if (!kind || place.gear.presence !== 'answers') return
    const [since, testId] = [this.#options.now(), this.#options.createId()]
    const { addr, serial } = place
    const lamp: GearTest = { addr, serial, phase: 'begun', since, idleLooks: 0, answeredAt: since }
    const run: TestRun = { testId, kind, trigger: 'local', lamps: [lamp] }
    const started: TestEvent = { kind: 'started', testId, test: kind, trigger: 'local', lamps: [addr] }
    this.#save([...this.#runs, run], [started])
  }

  #runOf(addr: number): TestRun | undefined {
    return this.#runs.find(({ lamps }) => lamps.some((lamp) => lamp.addr === addr))
  }

  /** Changes the phase of a lamp. False if its test has ended meanwhile. */
  #setPhase(testId: string, { addr }: GearPlace, phase: Phase): boolean {
    const run = this.#runs.find((one) => one.testId === testId)
    const test = run?.lamps.find((lamp) => lamp.addr === addr)
    if (!run || !test) return false
    this.#update(run, { ...test, phase, since: this.#options.now(), idleLooks: 0 })
    return true
  }

  #update(run: TestRun, test: GearTest): void {
    const lamps = run.lamps.map((lamp) => (lamp.addr === test.addr ? test : lamp))
    const isPhaseNew = run.lamps.some((lamp) => lamp.addr === test.addr && lamp.phase !== test.phase)
    const runs = this.#runs.map((one) => (one === run ? { ...run, lamps } : one))
    // Looks are not worth a write to the disk.
    if (isPhaseNew) this.#save(runs, [])
    else this.#runs = runs
  }

  #withoutLamp(run: TestRun, test: GearTest, events: TestEvent[]): [TestRun[], TestEvent[]] {
    const lamps = run.lamps.filter((lamp) => lamp.addr !== test.addr)
    if (lamps.length > 0) return [this.#runs.map((one) => (one === run ? { ...run, lamps } : one)), events]
    const end: TestEvent = { kind: 'ended', testId: run.testId, outcome: 'finished' }
    return [this.#runs.filter((one) => one !== run), [...events, end]]
  }

  #save(runs: readonly TestRun[], events: readonly TestEvent[]): void {
    this.#runs = runs
    this.#options.save(runs, events)
  }
}

const startOf = (kind: TestKind): number =>
  kind === 'functional' ? emergencyCommand.startFunctionTest : emergencyCommand.startDurationTest

const hasBegun = (kind: TestKind, gear: Gear): boolean =>
  isRunning(kind, gear) || isPending(kind, gear) || isDone(kind, gear)

const resultOf = (run: TestRun, { addr, serial }: GearTest, cause: Cause, bytes: ResultBytes | null): TestEvent => {
  const { testId, kind: test } = run
  return { kind: 'result', testId, test, addr, serial, cause, bytes }
}
