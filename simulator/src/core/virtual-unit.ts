import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import { BluetoothTable } from './bluetooth-table.ts'
import { BusLines } from './bus-lines.ts'
import { type Boot, createLife, UnitClock } from './clock.ts'
import { CommandReceiver } from './command-receiver.ts'
import { configure, isConfiguration } from './configuration.ts'
import { contextOf } from './context-of.ts'
import { Enrolment } from './enrolment.ts'
import { type CommandableUnit, executeCommand } from './execute-command.ts'
import type { FaultScript } from './fault-script.ts'
import { batchMs, GroupBatch } from './group-batch.ts'
import { Inhibition } from './inhibition.ts'
import { Inputs } from './inputs.ts'
import { Keypad } from './keypad.ts'
import { createLamps, lampsOf, type VirtualLamp } from './lamp.ts'
import { LampList } from './lamp-list.ts'
import { Lights } from './lights.ts'
import { NetworkSearch } from './network-search.ts'
import { PowerSupply } from './power-supply.ts'
import { type Random, randomOf } from './random.ts'
import { RecordStore } from './record-store.ts'
import { Reporter } from './reporter.ts'
import { restoreNetwork } from './restore-network.ts'
import { Schedules } from './schedules.ts'
import { Telemetry } from './telemetry.ts'
import { TestRunner } from './test-runner.ts'
import { type Answer, refused, type UnitContext } from './unit-context.ts'
import { unitDetailOf } from './unit-detail.ts'
import { unitFaceOf } from './unit-face.ts'
import { unitFrontOf } from './unit-front.ts'
import { UnitLine } from './unit-line.ts'
import { createMemory, type UnitMemory } from './unit-memory.ts'
import type { VirtualUnitOptions } from './unit-options.ts'
import { UnitScenes } from './unit-scenes.ts'
import { factorySettings, type UnitSettings } from './unit-settings.ts'
import { UnitTroubles } from './unit-troubles.ts'
import type { Order, UnitEvent, UnitFace, UnitWire } from './unit-wire.ts'
import type { Appointment } from './wheel.ts'

const defaultKeepaliveS = 30
const resendMs = 60_000
/** Delay of a restart: its answer is sent before. */
const restartMs = 300

/** Central unit with its lamps. Its MQTT connection is its only link to the platform. */
export class VirtualUnit implements CommandableUnit {
  readonly id: string
  readonly serial: string
  readonly wire: UnitWire
  readonly random: Random
  readonly clock: UnitClock
  readonly list: LampList
  readonly settings: UnitSettings
  readonly context: UnitContext
  readonly enrolment: Enrolment
  readonly search: NetworkSearch
  readonly tests: TestRunner
  readonly supply: PowerSupply
  readonly schedules: Schedules
  readonly batch: GroupBatch
  readonly bluetooth: BluetoothTable
  readonly busLines: BusLines
  readonly troubles: UnitTroubles
  readonly telemetry: Telemetry
  readonly lights: Lights
  readonly inputs: Inputs
  readonly inhibition: Inhibition
  readonly scenes: UnitScenes
  readonly keypad = new Keypad()
  readonly #options: VirtualUnitOptions
  readonly #boot: Boot
  readonly #line: UnitLine
  readonly #records: RecordStore
  readonly #desk: CommandReceiver
  readonly #reporter: Reporter
  readonly #timers: Appointment[]

  constructor(options: VirtualUnitOptions) {
    const { wire, serial, wheel, pace, seed, memory, brokerUrl, factoryKey } = options
    this.#options = options
    this.wire = wire
    this.serial = serial
    this.id = unitId(wire.facts.cu_type, serial)
    this.random = randomOf(seed)
    this.clock = new UnitClock(memory?.clockAheadS ?? options.clockAheadS)
    this.list = new LampList(this.#createLamps(), memory?.lamps)
    this.settings = memory?.settings ?? factorySettings(wire.hardware)
    this.#boot = { life: memory?.life ?? createLife(), number: memory ? memory.boot + 1 : 0 }
    this.#records = new RecordStore(this.#boot, this.clock, memory?.records)
    const record = (event: UnitEvent) => this.#record(event)
    this.context = contextOf(this, options, { record, reporter: () => this.#reporter, telemetry: () => this.telemetry })
    this.enrolment = new Enrolment(wheel, wire.facts.enrolmentKeys, memory?.enrolment ?? options.enrolment)
    this.search = new NetworkSearch(this.context)
    this.tests = new TestRunner(this.context, options.functionalTestS)
    this.supply = new PowerSupply(this.context)
    this.troubles = new UnitTroubles(this.context, this.settings, memory?.troubles)
    this.inhibition = new Inhibition(this.context, this)
    this.batch = new GroupBatch(wheel, () => batchMs(pace.speed))
    this.busLines = new BusLines(this.context)
    this.bluetooth = new BluetoothTable(this.context, seed, memory?.bluetooth)
    const start = (test: 'functional' | 'autonomy') => this.tests.startAutomatic(test)
    this.schedules = new Schedules(this.context, this.settings, { seed, saved: memory?.plans, start })
    restoreNetwork(this.list, this.search, options)
    this.lights = new Lights(this.context, memory?.hold)
    this.scenes = new UnitScenes(this.context, this.lights, memory?.scenes)
    this.inputs = new Inputs(this.context, (input) => this.scenes.inputChanged(input), memory?.inputs)
    const { clock, list, context } = this
    const shared = { wire, wheel, clock, list, pace, boot: this.#boot }
    this.#line = new UnitLine({
      ...shared,
      unit: this.id,
      brokerUrl,
      factoryKey,
      onConnected: () => {
        this.#reporter.sendEverything()
        this.#resend()
      },
      onCommand: (command) => this.#desk.receive(command),
      onAck: (ack) => {
        this.#records.forget(ack)
        this.telemetry.forget(ack)
      },
    })
    const line = this.#line
    this.telemetry = new Telemetry({ context, boot: this.#boot, line, saved: memory?.telemetry })
    const isEnrolled = () => this.context.isEnrolled()
    const detail = (face: UnitFace) => unitDetailOf(this, serial, face)
    this.#reporter = new Reporter({
      ...shared,
      line,
      isEnrolled,
      face: () => unitFaceOf(this),
      detail,
      front: () => unitFrontOf(this),
    })
    const execute = (order: Order, finish: (answer: Answer) => void) => this.#obey(order, finish)
    this.#desk = new CommandReceiver({ ...shared, line, saved: memory?.answers, obey: execute })
    this.fault = (memory ? memory.fault : options.fault) ?? null
    const keepaliveMs = (options.keepaliveS ?? defaultKeepaliveS) * 1_000
    this.#timers = [
      wheel.every(keepaliveMs, () => line.onlineText(), this.random.whole(1_000, keepaliveMs)),
      wheel.every(resendMs, () => this.#resend(), this.random.whole(resendMs, 2 * resendMs)),
    ]
    // Runs due without power are recorded only now, when records can be sent.
    this.scenes.arm()
    if (memory?.isInhibited) this.inhibition.forgot()
    if (memory?.isOnBattery) this.supply.staysOnBattery()
  }

  /** Every lamp on the unit's lines. */
  get lamps(): readonly VirtualLamp[] {
    return this.list.attached
  }
  get isConnected(): boolean {
    return this.#line.isConnected
  }
  get isOnBattery(): boolean {
    return this.supply.onBattery
  }
  get waitingRecords(): number {
    return this.#records.size
  }
  get fault(): FaultScript | null {
    return this.#desk.script
  }
  set fault(script: FaultScript | null) {
    this.#desk.script = script
    this.telemetry.suffer(script)
  }
  get memory(): UnitMemory {
    const { life, number } = this.#boot
    return createMemory(this, { life, boot: number, records: this.#records.waiting, answers: this.#desk.answers })
  }

  connect(): void {
    this.#line.connect()
  }

  /** Interrupts the connection for a moment. */
  dropLine(): void {
    this.#line.drop()
  }
  /** Disconnects until `comeBack`. */
  leave = (): void => this.#line.goAway()
  comeBack = (): void => this.#line.comeBack()

  /** Switches the unit off: it becomes silent, and its will is published. */
  async close(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    this.schedules.close()
    this.telemetry.close()
    this.lights.close()
    this.scenes.close()
    this.inhibition.close()
    await this.#line.close()
  }

  /** Keys pressed together. All four at once reset the unit to factory state. */
  press(keys: ReadonlySet<UnitKey>): void {
    this.keypad.press(keys)
    if (keys.size === 4) this.factoryReset()
    else if (this.enrolment.press(keys)) this.#reporter.sendEverything({ withDetail: true })
    else this.#reporter.shadowChanged()
  }

  restart(): void {
    this.#options.wheel.after(restartMs, () => {
      this.tests.breakOff()
      this.batch.drop()
      this.supply.force(false)
      this.#boot.number++
      this.#records.restart()
      this.inhibition.end('restart')
      this.#reporter.restart()
      this.#line.restart()
    })
  }

  sendUnit(): void {
    this.#reporter.sendUnit()
  }

  /** Sends everything again, including unacknowledged records. */
  sendEverything(): void {
    this.#reporter.sendEverything({ withDetail: true })
    this.#resend()
  }

  setMains(isOn: boolean): void {
    if (isOn !== this.supply.onBattery) return
    if (!isOn) this.tests.mainsFailed()
    this.supply.setMains(isOn)
  }

  /** Sets the seconds by which its clock is ahead. */
  setClock(aheadS: number): void {
    this.clock.aheadS = aheadS
    this.schedules.arm()
    this.scenes.arm()
    this.#line.onlineText()
  }

  /** Adds lamps to the line, not yet found by a search. */
  attach(count: number): readonly VirtualLamp[] {
    const { lampSerialDigits: serialDigits } = this.wire.facts
    const present = [...this.list.attached, ...this.list.known]
    const lamps = createLamps(count, this.random, { present, serialDigits })
    this.list.attached.push(...lamps)
    this.list.isChanged = true
    this.#reporter.shadowChanged()
    return lamps
  }

  factoryReset(): void {
    this.tests.forget()
    this.batch.drop()
    this.supply.force(false)
    this.inhibition.end('restart')
    this.enrolment.reset()
    this.lights.forget()
    this.scenes.forget()
    this.search.forget()
    this.bluetooth.clear()
    this.busLines.forget()
    this.schedules.forget()
    Object.assign(this.settings, factorySettings(this.wire.hardware))
    this.#forgetLife()
    this.#reporter.sendShadow()
    // The connection still has the will of the previous life.
    this.#options.wheel.after(restartMs, () => this.#line.restart())
  }

  #createLamps(): VirtualLamp[] {
    const { lamps, uvLamps, wire } = this.#options
    return lampsOf(lamps, this.random, { uvLamps, serialDigits: wire.facts.lampSerialDigits })
  }

  #forgetLife(): void {
    Object.assign(this.#boot, { life: createLife(), number: 0 })
    this.#records.clear()
    this.telemetry.clear()
    this.#desk.forget()
    this.#reporter.restart()
  }

  #resend(): void {
    for (const record of this.#records.waiting) this.#line.publish('record', JSON.stringify(record))
    this.telemetry.send()
  }

  #record(event: UnitEvent): void {
    // Without a plant nobody receives records.
    if (this.enrolment.state !== 'enrolled') return
    const { kind, body } = this.wire.writeRecord(event)
    const payload = JSON.stringify(this.#records.add(kind, body))
    this.#options.onRecord?.()
    this.#line.publish('record', payload)
    if (this.fault?.name === 'sends-record-twice') this.#line.publish('record', payload)
  }

  #obey(order: Order, finish: (answer: Answer) => void): Answer {
    if (order.name === 'enrol') return this.enrolment.request(order.windowS, this.fault?.name ?? null, finish)
    // Any unit accepts the time, because without it every enrolment request would appear expired.
    if (!this.context.isEnrolled() && order.name !== 'setClock') return refused('NOT_ENROLLED')
    return isConfiguration(order) ? configure(this, order) : executeCommand(this, order)
  }
}
