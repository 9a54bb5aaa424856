import { randomUUID } from 'node:crypto'
import type { ReportedLampError } from '@vigilux/contract/features/lamps/lamp.ts'
import type { VirtualLamp } from './lamp.ts'
import { setFaults } from './lamp-faults.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { ResultReason, TestKind, TestTrigger } from './unit-wire.ts'
import type { Appointment } from './wheel.ts'

/** Faults with which a battery does not light its lamp at all. */
const deadBatteryFaults: readonly ReportedLampError[] = [
  'battery_low_voltage',
  'battery_not_connected',
  'battery_short',
]
const minChargeForFunctional = 0.3
const minChargeForAutonomy = 0.95
const stepsOfLongTest = 15

type RunningTest = {
  testId: string
  test: TestKind
  total: number
  /** Lamps per step, and the minimum seconds of unit time for which they are lit. */
  step: { size: number; leastS: number }
  /** Not started yet, in order. */
  waiting: VirtualLamp[]
  /** Currently in test, with their end. */
  inTest: Map<VirtualLamp, Appointment>
}

/**
 * Runs one test at a time: the functional test in steps, the autonomy test on all lamps at once until each is empty.
 */
export class TestRunner {
  readonly #unit: UnitContext
  readonly #functionalTestS: number
  #running: RunningTest | null = null

  /** @param functionalTestS minimum seconds of unit time for a functional test of all lamps */
  constructor(unit: UnitContext, functionalTestS = 0) {
    this.#unit = unit
    this.#functionalTestS = functionalTestS
  }

  get running(): { testId: string; test: TestKind; total: number; left: number } | null {
    if (!this.#running) return null
    const { testId, test, total, waiting, inTest } = this.#running
    return { testId, test, total, left: waiting.length + inTest.size }
  }

  start(testId: string, test: TestKind, requestedLamps: readonly number[] | 'all', trigger: TestTrigger): Answer {
    if (this.#running) return refused('TEST_RUNNING')
    const lamps = this.#unit.list.known.filter(
      ({ kind, addr }) => kind === 'emergency' && (requestedLamps === 'all' || requestedLamps.includes(addr)),
    )
    if (lamps.length === 0) return refused('NO_LAMPS')
    if (this.#unit.isInEmergency()) return refused('ERROR_COMMAND_NOT_ENABLED')
    const total = lamps.length
    const step = this.#stepOf(test, requestedLamps === 'all' ? this.#functionalTestS : 0, total)
    this.#running = { testId, test, total, step, waiting: [...lamps], inTest: new Map() }
    this.#unit.record({ kind: 'testStarted', testId, test, trigger, lamps: lamps.map(({ addr }) => addr) })
    this.#goOn()
    return done
  }

  startAutomatic(test: TestKind): Answer {
    return this.start(randomUUID(), test, 'all', 'automatic')
  }

  stop(testId: string): Answer {
    if (this.#running?.testId !== testId) return refused('ERROR_COMMAND_NOT_ENABLED')
    this.#breakOff('userStop', 'stopped')
    return done
  }

  /** The unit restarts. */
  breakOff(): void {
    this.#breakOff('userStop', 'stopped')
  }

  /** A real emergency overrides a test. */
  mainsFailed(): void {
    this.#breakOff('mains', 'mainsFailure')
  }

  /** Clears the memory without reporting the end of the test. */
  forget(): void {
    const runningTest = this.#running
    if (!runningTest) return
    this.#running = null
    for (const ending of runningTest.inTest.values()) ending.cancel()
    this.#unit.setActivity(runningTest.inTest.keys(), 'normal')
  }

  #breakOff(reason: ResultReason, outcome: 'stopped' | 'mainsFailure'): void {
    const runningTest = this.#running
    if (!runningTest) return
    const lamps = [...runningTest.inTest.keys(), ...runningTest.waiting]
    for (const ending of runningTest.inTest.values()) ending.cancel()
    this.#unit.setActivity(runningTest.inTest.keys(), 'normal')
    for (const lamp of lamps) this.#result(runningTest, lamp, 'notExecuted', reason, null)
    this.#end(runningTest, outcome)
  }

  #end(runningTest: RunningTest, outcome: 'finished' | 'stopped' | 'mainsFailure'): void {
    this.#running = null
    this.#unit.record({ kind: 'testEnded', testId: runningTest.testId, outcome })
    this.#unit.changed([])
  }

  /** Starts the next step once the last one is finished. */
  #goOn(): void {
    const runningTest = this.#running
    if (!runningTest || runningTest.inTest.size > 0) return
    const batch = runningTest.waiting.splice(0, runningTest.step.size)
    if (batch.length === 0) {
      this.#end(runningTest, 'finished')
      return
    }
    const testableLamps = batch.filter((lamp) => this.#canBegin(runningTest, lamp))
    for (const lamp of testableLamps) this.#begin(runningTest, lamp)
    this.#unit.setActivity(testableLamps, runningTest.test === 'functional' ? 'functionTest' : 'durationTest')
    // A step without testable lamps finishes immediately, but not synchronously within this call.
    if (testableLamps.length === 0) this.#unit.wheel.after(0, () => this.#goOn())
  }

  /** A long test goes through the lamps in more steps, to empty no battery. */
  #stepOf(test: TestKind, leastS: number, total: number): RunningTest['step'] {
    if (test === 'autonomy') return { size: total, leastS: 0 }
    const maxLamps = this.#unit.wire.lampsPerTestStep
    if (leastS === 0) return { size: maxLamps, leastS: 0 }
    const size = Math.min(maxLamps, Math.ceil(total / stepsOfLongTest))
    return { size, leastS: leastS / Math.ceil(total / size) }
  }

  #canBegin(runningTest: RunningTest, lamp: VirtualLamp): boolean {
    const reason = this.#hindrance(runningTest.test, lamp)
    if (reason) this.#result(runningTest, lamp, 'notExecuted', reason, null)
    return reason === null
  }

  #hindrance(test: TestKind, lamp: VirtualLamp): ResultReason | null {
    if (lamp.faults.includes('communication')) return 'unreachable'
    if (lamp.activity === 'inhibited') return 'inhibited'
    const minCharge = test === 'functional' ? minChargeForFunctional : minChargeForAutonomy
    return this.#unit.chargeOf(lamp) < minCharge ? 'charging' : null
  }

  #begin(runningTest: RunningTest, lamp: VirtualLamp): void {
    const [failure, seconds] = this.#fate(runningTest.test, lamp)
    const litS = Math.max(seconds, runningTest.step.leastS)
    const ending = this.#unit.pace.after(litS * 1000, () => {
      runningTest.inTest.delete(lamp)
      this.#unit.setActivity([lamp], 'normal')
      this.#result(runningTest, lamp, failure ? 'failed' : 'passed', failure ?? 'none', Math.round(seconds))
      if (failure) this.#findFault(lamp, failure)
      this.#goOn()
    })
    runningTest.inTest.set(lamp, ending)
  }

  /** Outcome of a lamp's test, and after how many seconds of unit time. */
  #fate(test: TestKind, lamp: VirtualLamp): [failure: ResultReason | null, seconds: number] {
    const ratedS = lamp.ratedMin * 60
    if (lamp.faults.includes('lamp_failure') || lamp.faults.includes('led_open')) return ['lamp', 2]
    if (lamp.faults.some((fault) => deadBatteryFaults.includes(fault))) return ['battery', 5]
    if (test === 'functional') return [null, lamp.durataTestS]
    const lastsS = ratedS * lamp.capacity * this.#unit.chargeOf(lamp)
    if (lastsS < ratedS) return ['duration', lastsS]
    return [null, lamp.infinity ? lastsS : ratedS]
  }

  #findFault(lamp: VirtualLamp, failure: ResultReason): void {
    const found: ReportedLampError | null = failure === 'duration' ? 'battery_duration' : null
    if (found && !lamp.faults.includes(found)) setFaults(this.#unit, lamp, [...lamp.faults, found])
  }

  #result(
    { testId, test }: RunningTest,
    lamp: VirtualLamp,
    result: 'passed' | 'failed' | 'notExecuted',
    reason: ResultReason,
    seconds: number | null,
  ): void {
    this.#unit.record({ kind: 'testResult', testId, test, lamp, result, reason, seconds })
  }
}
