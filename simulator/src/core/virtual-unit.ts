import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { RecordMessage, ResponseMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { CommandDesk } from './command-desk.ts'
import { Enrolment, type EnrolmentState } from './enrolment.ts'
import type { FaultScript } from './fault-script.ts'
import { chargeAt, lampsOf, setActivity, type VirtualLamp } from './lamp.ts'
import { NetworkSearch } from './network-search.ts'
import { type Random, randomOf } from './random.ts'
import { RecordStore } from './record-store.ts'
import { Reporter } from './reporter.ts'
import { TestRunner } from './test-runner.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import { UnitLine } from './unit-line.ts'
import type { Order, UnitEvent, UnitFace, UnitFault, UnitWire } from './unit-wire.ts'
import type { Appointment, Wheel } from './wheel.ts'

const keepaliveMs = 30_000
const resendMs = 60_000

/** What a unit remembers while it has no power. */
export type UnitMemory = {
  boot: number
  enrolment: EnrolmentState
  plantCode: number | null
  found: number
  records: readonly RecordMessage[]
  answers: readonly ResponseMessage[]
}

export type VirtualUnitOptions = {
  wire: UnitWire
  serial: string
  lamps: number
  enrolment: EnrolmentState
  seed: number
  /** How much faster than life tests, searches and batteries are. */
  speed: number
  wheel: Wheel
  brokerUrl: string
  factoryKey: string
  memory?: UnitMemory | undefined
  fault?: FaultScript | undefined
}

/** A central unit with its lamps. Only its MQTT connection ties it to the platform. */
export class VirtualUnit {
  readonly id: string
  readonly serial: string
  readonly wire: UnitWire
  readonly lamps: readonly VirtualLamp[]
  readonly random: Random
  readonly tests: TestRunner
  readonly enrolment: Enrolment
  readonly search: NetworkSearch
  readonly context: UnitContext
  readonly #options: VirtualUnitOptions
  readonly #line: UnitLine
  readonly #records: RecordStore
  readonly #desk: CommandDesk
  readonly #reporter: Reporter
  readonly #timers: Appointment[]
  readonly #faults = new Set<UnitFault>()
  #onBattery = false

  constructor(options: VirtualUnitOptions) {
    const { wire, serial, wheel, speed, memory, brokerUrl, factoryKey } = options
    this.#options = options
    this.wire = wire
    this.serial = serial
    this.id = unitId(wire.cuType, serial)
    this.random = randomOf(options.seed)
    this.lamps = lampsOf(Math.min(options.lamps, wire.maxLamps), this.random)
    // Without a memory the clock makes a boot number that is higher than any before.
    const boot = memory ? memory.boot + 1 : Math.floor(Date.now() / 1000)
    this.#records = new RecordStore(boot, memory?.records)
    this.context = this.#contextOf()
    this.enrolment = new Enrolment(wheel, wire.enrolmentKeys, memory?.enrolment ?? options.enrolment)
    this.search = new NetworkSearch(this.context, this.lamps, (found) => this.#found(found))
    this.tests = new TestRunner(this.context)
    this.#restoreNetwork()
    this.#line = new UnitLine({
      unit: this.id,
      boot,
      brokerUrl,
      factoryKey,
      onConnected: () => {
        this.#reporter.sendEverything()
        this.#resend()
      },
      onCommand: (command) => this.#desk.hear(command),
      onAck: (ack) => this.#records.forget(ack),
    })
    this.#reporter = new Reporter({
      wire,
      wheel,
      speed,
      boot,
      line: this.#line,
      isEnrolled: () => this.enrolment.state === 'enrolled',
      face: () => this.#face(),
      lamps: () => this.search.found,
    })
    const obey = (order: Order, finish: (answer: Answer) => void) => this.#obey(order, finish)
    this.#desk = new CommandDesk({ wire, wheel, line: this.#line, kept: memory?.answers, obey })
    this.fault = options.fault ?? null
    this.#timers = [
      wheel.every(keepaliveMs, () => this.#line.sayOnline(), this.random.whole(1_000, keepaliveMs)),
      wheel.every(resendMs, () => this.#resend(), this.random.whole(resendMs, 2 * resendMs)),
    ]
  }

  get isConnected(): boolean {
    return this.#line.isConnected
  }
  get isOnBattery(): boolean {
    return this.#onBattery
  }
  get waitingRecords(): number {
    return this.#records.size
  }
  get unitFaults(): ReadonlySet<UnitFault> {
    return this.#faults
  }
  get fault(): FaultScript | null {
    return this.#desk.script
  }
  set fault(script: FaultScript | null) {
    this.#desk.script = script
  }
  get memory(): UnitMemory {
    return {
      boot: this.#records.boot,
      enrolment: this.enrolment.state === 'waiting' ? 'factory' : this.enrolment.state,
      plantCode: this.search.network.plantCode,
      found: this.search.network.found,
      records: this.#records.waiting,
      answers: this.#desk.answers,
    }
  }

  connect(): void {
    this.#line.connect()
  }

  /** Pulls the network plug for a moment. */
  dropLine(): void {
    this.#line.drop()
  }

  /** Switches the unit off: it falls silent, and its will tells. */
  async close(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    await this.#line.close()
  }

  /** Keys pressed together. All four at once set the unit back to factory state. */
  press(keys: ReadonlySet<UnitKey>): void {
    if (keys.size === 4) this.#factoryReset()
    else if (this.enrolment.press(keys)) {
      this.#reporter.beginAnew()
      this.#reporter.sendEverything()
    }
  }

  setMains(isOn: boolean): void {
    if (isOn !== this.#onBattery) return
    if (!isOn) this.tests.mainsFailed()
    this.#onBattery = !isOn
    const lamps = this.lamps.filter(({ kind }) => kind === 'emergency')
    this.context.setActivity(lamps, isOn ? 'normal' : 'emergency')
    this.context.record({ kind: 'mains', isOn })
  }

  setUnitFault(fault: UnitFault, isThere: boolean): void {
    if (this.#faults.has(fault) === isThere) return
    if (isThere) this.#faults.add(fault)
    else this.#faults.delete(fault)
    this.context.record({ kind: 'unitFault', fault, isCleared: !isThere })
    this.context.changed([])
  }

  #contextOf(): UnitContext {
    const { wire, wheel, speed } = this.#options
    return {
      wire,
      wheel,
      random: this.random,
      speed,
      lamps: () => this.search.found,
      isOnBattery: () => this.#onBattery,
      record: (event) => this.#record(event),
      changed: (lamps) => this.#reporter.changed(this.#known(lamps)),
      setActivity: (lamps, activity) => {
        const now = Date.now()
        const set = [...lamps]
        for (const lamp of set) setActivity(lamp, activity, now, speed)
        this.#reporter.changed(this.#known(set))
      },
      chargeOf: (lamp) => chargeAt(lamp, Date.now(), speed),
    }
  }

  /** A lamp that no search has found cannot be told of. */
  #known(lamps: Iterable<VirtualLamp>): VirtualLamp[] {
    return [...lamps].filter(({ addr }) => addr <= this.search.network.found)
  }

  #restoreNetwork(): void {
    const { memory, enrolment, wire, seed } = this.#options
    if (memory ? memory.found === 0 : enrolment !== 'enrolled') return
    this.search.setComplete(wire.hasRadioNetwork ? (memory?.plantCode ?? 1 + (seed % 92)) : null)
  }

  #factoryReset(): void {
    this.tests.mainsFailed()
    this.enrolment.reset()
    this.search.forget()
    this.#reporter.sendShadow()
  }

  #resend(): void {
    for (const record of this.#records.waiting) this.#line.publish('record', JSON.stringify(record))
  }

  #record(event: UnitEvent): void {
    // Before it belongs to a plant nobody is there to be told.
    if (this.enrolment.state !== 'enrolled') return
    const { kind, body } = this.wire.writeRecord(event)
    const payload = JSON.stringify(this.#records.add(kind, body))
    this.#line.publish('record', payload)
    if (this.fault?.name === 'sends-record-twice') this.#line.publish('record', payload)
  }

  #face(): UnitFace {
    const { network } = this.search
    const lampsConfigured = this.enrolment.state === 'enrolled' ? network.expected : null
    return { onBattery: this.#onBattery, faults: this.#faults, isInhibited: false, network, lampsConfigured }
  }

  #found(lamps: readonly VirtualLamp[]): void {
    if (lamps.length === 0) this.#reporter.beginAnew()
    this.#reporter.changed(lamps)
    if (this.search.network.state === 'complete') this.#reporter.sendShadow()
  }

  #obey(order: Order, finish: (answer: Answer) => void): Answer {
    if (order.name === 'enrol') return this.enrolment.request(order.windowS, this.fault?.name ?? null, finish)
    return this.enrolment.state === 'enrolled' ? this.#obeyOwner(order) : refused('NOT_ENROLLED')
  }

  #obeyOwner(order: Exclude<Order, { name: 'enrol' }>): Answer {
    switch (order.name) {
      case 'deEnrol':
        this.#factoryReset()
        return done
      case 'createNetwork':
        return this.tests.running ? refused('TEST_RUNNING') : this.search.start(order.plantCode)
      case 'statusQuery':
        this.#reporter.sendState([])
        return done
      case 'refresh':
        this.#reporter.beginAnew()
        this.#reporter.sendEverything()
        this.#resend()
        return done
      case 'ftest':
        return this.tests.start(order.testId, order.test, order.lamps, 'user')
      case 'stopTest':
        return this.tests.stop(order.testId)
      case 'identify':
        return this.#blink(order.lamp, order.seconds)
      case 'stopBlink':
        return this.#blink(order.lamp, 0)
    }
  }

  #blink(addr: number, seconds: number): Answer {
    const lamp = this.search.found.find((found) => found.addr === addr)
    if (!lamp) return refused('NO_LAMPS')
    lamp.blinksUntil = Date.now() + seconds * 1000
    return done
  }
}
