import { commandMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { UnitClock } from '@vigilux/simulator/core/clock.ts'
import { readOrder } from '@vigilux/simulator/core/command-receiver.ts'
import { chargeAt, lampsOf, setActivity, type VirtualLamp } from '@vigilux/simulator/core/lamp.ts'
import { LampList } from '@vigilux/simulator/core/lamp-list.ts'
import { Pace } from '@vigilux/simulator/core/pace.ts'
import { randomOf } from '@vigilux/simulator/core/random.ts'
import { RecordStore } from '@vigilux/simulator/core/record-store.ts'
import { Schedules } from '@vigilux/simulator/core/schedules.ts'
import { TestRunner } from '@vigilux/simulator/core/test-runner.ts'
import { type Answer, done, type UnitContext } from '@vigilux/simulator/core/unit-context.ts'
import { factorySettings } from '@vigilux/simulator/core/unit-settings.ts'
import type { Order, TestKind } from '@vigilux/simulator/core/unit-wire.ts'
import type { Wheel } from '@vigilux/simulator/core/wheel.ts'
import { unitWireOf } from '@vigilux/simulator/unit-wires.ts'

/** Life of units enrolled directly by tests. */
const life = 'a11fea11fea11fe0'

const kinds: Partial<Record<VirtualLamp['activity'], TestKind>> = {
  functionTest: 'functional',
  durationTest: 'autonomy',
}
export type LampTest = { lamp: VirtualLamp; kind: TestKind; charge: number; from: number; until: number }

/** Messages to the platform: channel and content. */
type ReportedMessage = { channel: 'record' | 'response'; message: object }

/**
 * The test-related part of a simulated unit: lamps with batteries, dates and the test runner, by the clock of `Date`.
 * It has no connection: tests take its messages and pass it commands.
 */
export class SimulatedUnit {
  readonly list: LampList
  readonly clock = new UnitClock()
  /** For external events, such as a fault of a lamp. */
  readonly context: UnitContext
  readonly schedules: Schedules
  readonly #runner: TestRunner
  readonly #records: RecordStore
  #reports: ReportedMessage[] = []
  /** Its lamps' tests in order, each with the charge at the start. */
  readonly tested: LampTest[] = []
  /** Its dates have changed since the last report. */
  isChanged = true

  constructor(wheel: Wheel, { type = 'logica', lamps, seed }: { type?: string; lamps: number; seed: number }) {
    const wire = unitWireOf(type)
    const random = randomOf(seed)
    const attached = lampsOf(lamps, random).map((lamp) =>
      Object.assign(lamp, { kind: 'emergency', capacity: 1.2, charge: 1, ratedMin: 60 } as const),
    )
    this.list = new LampList(attached)
    for (const [at, lamp] of attached.entries()) this.list.place(lamp, at + 1)
    this.#records = new RecordStore({ life, number: 1 }, this.clock)
    this.context = {
      wire,
      wheel,
      random,
      clock: this.clock,
      list: this.list,
      pace: new Pace(wheel, 1),
      isEnrolled: () => true,
      isInEmergency: () => false,
      record: (event) => {
        const { kind, body } = wire.writeRecord(event)
        this.#reports.push({ channel: 'record', message: this.#records.add(kind, body) })
      },
      changed: () => undefined,
      detailChanged: () => undefined,
      listChanged: () => undefined,
      shadowChanged: () => {
        this.isChanged = true
      },
      setActivity: (lamps, activity) => {
        for (const lamp of lamps) this.#becomes(lamp, activity)
      },
      chargeOf: (lamp) => this.chargeOf(lamp),
    }
    this.#runner = new TestRunner(this.context)
    const settings = factorySettings(wire.hardware)
    const start = (test: TestKind) => this.#runner.startAutomatic(test)
    this.schedules = new Schedules(this.context, settings, { seed, saved: undefined, start })
  }

  chargeOf(lamp: VirtualLamp): number {
    return chargeAt(lamp, Date.now(), 1)
  }

  /** Executes a raw command, and answers. */
  obey(payload: unknown): void {
    const { id, name, body } = commandMessage.parse(payload)
    const order = readOrder(this.context.wire, name, body)
    const answer = typeof order === 'string' ? { state: 'refused' as const, code: order } : this.#carryOut(order)
    this.#reports.push({ channel: 'response', message: { life, connection: 0, id, ...answer } })
  }

  /** Its messages since the last call. */
  take(): ReportedMessage[] {
    const messages = this.#reports
    this.#reports = []
    return messages
  }

  #becomes(lamp: VirtualLamp, activity: VirtualLamp['activity']): void {
    const now = Date.now()
    const kind = kinds[activity]
    const open = this.tested.findLast((one) => one.lamp === lamp)
    if (kind) this.tested.push({ lamp, kind, charge: this.chargeOf(lamp), from: now, until: Number.POSITIVE_INFINITY })
    else if (open?.until === Number.POSITIVE_INFINITY) open.until = now
    setActivity(lamp, activity, now, 1)
  }

  #carryOut(order: Order): Answer {
    switch (order.name) {
      case 'ftest':
        return this.#runner.start(order.testId, order.test, order.lamps, 'user')
      case 'setDateTimeFunzionale':
        return this.schedules.setDate('functional', Date.parse(order.set), order.differito)
      case 'setDateTimeAutonomia':
        return this.schedules.setDate('autonomy', Date.parse(order.set), order.differito)
      case 'setPeriodFunzionale':
        return this.schedules.setPeriod('functional', order.period, order.differito)
      case 'setPeriodAutonomia':
        return this.schedules.setPeriod('autonomy', order.period, order.differito)
      default:
        return done
    }
  }
}
