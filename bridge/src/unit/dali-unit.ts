import { randomUUID } from 'node:crypto'
import type { UnitKey } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitFront } from '@vigilux/contract/features/central-units/unit-front.ts'
import { daliFacts } from '@vigilux/device-plane/central-units/dali/facts.ts'
import type { AckMessage } from '@vigilux/device-plane/envelope.wire.ts'
import type { Clock, Timer } from '../clock.ts'
import { TestRunner } from '../emergency-test/test-runner.ts'
import type { Gateway, GatewayEvent } from '../gateway/gateway.ts'
import { BusLine } from '../line/bus-line.ts'
import type { Gear } from '../line/gear.ts'
import { CommandDesk } from '../platform/command-desk.ts'
import { Enrolment } from '../platform/enrolment.ts'
import type { Journal } from '../platform/journal.ts'
import type { MomentStore } from '../platform/moment-store.ts'
import type { Link } from '../platform/platform-link.ts'
import { UnitClock } from '../platform/unit-clock.ts'
import { AutomaticTests } from './automatic-tests.ts'
import { type BridgeState, factoryState, type StoredGear } from './bridge-state.ts'
import { FaultWatch } from './fault-watch.ts'
import { addrOf } from './gear-list.ts'
import { GroupBatch } from './group-batch.ts'
import { Identification } from './identification.ts'
import { Inhibition, type InhibitionEnd } from './inhibition.ts'
import { LampRegister } from './lamp-register.ts'
import { isLit, isUnread, type LampView, lampDetail, lampTuple } from './lamp-report.ts'
import { Light } from './light.ts'
import { LineScans } from './line-scans.ts'
import { Metering } from './metering.ts'
import { obey } from './orders.ts'
import { RecordBook } from './record-book.ts'
import { Reporter } from './reporter.ts'
import { SceneRuns } from './scene-runs.ts'
import { testRecord } from './test-records.ts'
import { detailOf, frontOf, shadowOf, sysOf, type UnitView } from './unit-view.ts'

const keepaliveMs = 30_000
const resendMs = 60_000
/** Delay of a restart: its answer is sent before. */
const restartMs = 300
/** After another master changed addresses the line is read again this much later. */
const rescanMs = 10_000
const lineCount = 4
const inhibitionEnds: readonly InhibitionEnd[] = ['time', 'command', 'restart', 'switch']

export type LinkOf = (unit: DaliUnit) => Link

export type DaliUnitOptions = {
  clock: Clock
  gateway: Gateway
  journal: Journal<BridgeState>
  moments: MomentStore
  /** Connection to the platform, which hands its messages to the unit. */
  link: LinkOf
  /** Seconds between the starts of two tests on one line. */
  testSpreadS: number
  machineNow?: () => number
  duty?: number
}

/** The bridge as a unit of type `dali`: the lines below, the platform above, and the stored state. */
export class DaliUnit {
  readonly clock: Clock
  readonly time: UnitClock
  readonly lines: readonly BusLine[]
  readonly lamps: LampRegister
  readonly tests: TestRunner
  readonly scans: LineScans
  readonly inhibition: Inhibition
  readonly light: Light
  readonly identification: Identification
  readonly batch: GroupBatch
  readonly automaticTests: AutomaticTests
  readonly scenes: SceneRuns
  readonly metering: Metering
  readonly enrolment: Enrolment
  readonly records: RecordBook
  readonly reporter: Reporter
  readonly journal: Journal<BridgeState>
  readonly desk: CommandDesk
  readonly #gateway: Gateway
  readonly #link: Link
  readonly #faults: FaultWatch
  readonly #since = new Map<number, string>()
  #gatewaySince: string | null = null
  readonly #timers = new Map<string, Timer>()

  constructor(options: DaliUnitOptions) {
    const { clock, gateway, journal } = options
    this.clock = clock
    this.journal = journal
    this.#gateway = gateway
    // Before anything is sent: no boot number is used twice.
    journal.commit({ boot: journal.state.boot + 1 })
    this.time = new UnitClock(journal.state.aheadMs, options.machineNow)
    const reportedTime = this.time.reportedTime
    this.lines = Array.from({ length: lineCount }, (_, number) => this.#openLine(number, options.duty))
    this.lamps = new LampRegister(this.lines, () => journal.state.gears)
    this.records = new RecordBook(journal, reportedTime, (payload) => this.#link.publish('record', payload))
    this.#faults = new FaultWatch(journal, this.records, this.lamps)
    this.tests = this.#openTests(options.testSpreadS * 1000)
    this.scans = new LineScans({
      lines: this.lines,
      gears: () => journal.state.gears,
      save: (gears, line) => this.saveGears(gears, line),
      open: () => journal.state.openScans,
      saveOpen: (openScans) => journal.commit({ openScans }),
      reportedTime,
      onProgress: () => this.reporter.gather(),
    })
    const { lines } = this
    this.inhibition = new Inhibition({
      lines,
      clock,
      now: this.time.now,
      onBegin: (until) => this.#inhibited(until),
      onEnd: (reason) => this.#inhibitionEnded(reason),
    })
    this.light = new Light(clock, lines)
    this.identification = new Identification(clock)
    this.batch = new GroupBatch(clock)
    this.automaticTests = new AutomaticTests(this)
    this.scenes = new SceneRuns(this)
    this.metering = new Metering({
      unit: this,
      store: options.moments,
      publish: (payload) => this.#link.publish('telemetry', payload),
      onRead: (addr) => this.reporter.lampChanged(addr),
    })
    this.enrolment = new Enrolment(clock, daliFacts.enrolmentKeys as UnitKey[], journal.state.isEnrolled, () => {
      this.records.commit({ isEnrolled: true })
      this.reporter.sendEverything()
    })
    this.desk = new CommandDesk({
      life: () => journal.state.life,
      now: this.time.now,
      answers: journal.state.answers,
      saveAnswers: (answers) => journal.commit({ answers }),
      send: (answer) => this.#link.publish('response', answer),
      obey: (command, accept) => obey(this, command, accept),
    })
    this.#link = options.link(this)
    this.reporter = this.#openReporter()
    gateway.listen((event) => this.#hear(event))
  }

  /** Begins to work: bus, platform, and unfinished work. */
  start(): void {
    this.lamps.load()
    this.#gateway.open()
    this.#link.connect()
    for (const line of this.lines) void line.poll()
    this.#every('keepalive', keepaliveMs, () => this.#link.sayOnline())
    this.#every('resend', resendMs, () => this.#resend())
    this.#every('front', 2_000, () => this.reporter.gather())
    this.tests.resume()
    this.automaticTests.arm()
    this.scenes.arm()
    this.metering.arm()
    if (this.journal.state.inhibitedUntil !== null) void this.inhibition.endEarlier()
  }

  async close(): Promise<void> {
    for (const timer of this.#timers.values()) timer.cancel()
    for (const line of this.lines) line.close()
    this.automaticTests.close()
    this.scenes.close()
    this.metering.close()
    this.light.close()
    this.inhibition.forget()
    this.#gateway.close()
    await this.#link.close()
    this.journal.close()
  }

  /** The platform is connected: it gets everything again. */
  connected(): void {
    this.sendEverything()
  }

  press(keys: readonly UnitKey[]): void {
    if (keys.length === 4) this.factoryReset()
    else this.enrolment.press(keys)
    this.reporter.gather()
  }

  restart(): void {
    this.#after('restart', restartMs, () => {
      this.journal.commit({ boot: this.journal.state.boot + 1 })
      this.#numbersChanged()
      void this.inhibition.end('restart')
    })
  }

  /** Another life: nothing of the plant stays, and gear is not changed. */
  factoryReset(): void {
    this.enrolment.reset()
    this.tests.forget()
    this.inhibition.forget()
    this.light.close()
    this.desk.forget()
    this.metering.forget()
    this.journal.reset({ ...factoryState(), boot: 0, aheadMs: this.time.aheadMs })
    this.lamps.load()
    this.automaticTests.arm()
    this.scenes.arm()
    this.reporter.sendShadow()
    this.#after('restart', restartMs, () => this.#numbersChanged())
  }

  sendEverything(): void {
    this.reporter.sendEverything()
    this.#resend()
  }

  /** The platform has stored these. */
  acknowledge({ life, records, telemetry = [] }: AckMessage): void {
    if (life !== this.journal.state.life) return
    this.journal.acknowledge({ records })
    this.metering.acknowledge(telemetry)
  }

  /** Finds the gear of a bridge with a plant from the start, as in the demo. */
  scanWhenEmpty(): void {
    const { isEnrolled, gears } = this.journal.state
    if (isEnrolled && gears.length === 0) for (const line of this.lines) if (line.isPowered) void this.scans.scan(line)
  }

  saveGears(gears: readonly StoredGear[], line: BusLine): void {
    this.records.commit({ gears })
    this.lamps.load()
    for (const gear of line.gears.values()) line.touch({ short: gear.short }, 'visit')
    this.reporter.listChanged()
  }

  setClock(now: number, utcOffsetMin: number, clockChanges: BridgeState['clockChanges']): void {
    const stepMs = now - this.time.now()
    this.time.set(now)
    this.metering.clockStepped(stepMs)
    this.records.commit({ aheadMs: this.time.aheadMs, utcOffsetMin, clockChanges })
    this.automaticTests.arm()
    this.scenes.arm()
    this.#link.sayOnline()
  }

  get front(): UnitFront {
    const { state, secondsLeft } = this.enrolment
    const panel = { enrolment: state, secondsLeft, keys: daliFacts.enrolmentKeys, isConnected: this.#link.isConnected }
    return frontOf(this.#view(), panel)
  }

  #openLine(number: number, duty = 0.5): BusLine {
    const line: BusLine = new BusLine({
      gateway: this.#gateway,
      number,
      clock: this.clock,
      duty,
      onGear: (gear) => this.#gearRead(line, gear),
      onLine: () => this.#lineChanged(line),
      onAddressesChanged: () => this.#after(`rescan ${number}`, rescanMs, () => void this.scans.scan(line)),
    })
    return line
  }

  #openTests(spreadMs: number): TestRunner {
    return new TestRunner({
      clock: this.clock,
      now: this.time.now,
      placeOf: (addr) => this.lamps.placeOf(addr),
      placeOfGear: (line, gear) => this.lamps.placeOfGear(line, gear),
      runs: this.journal.state.runs,
      save: (runs, events) =>
        this.records.commit(
          { runs },
          events.map((event) => testRecord(event)),
        ),
      createId: randomUUID,
      spreadMs,
    })
  }

  #openReporter(): Reporter {
    return new Reporter({
      clock: this.clock,
      numbers: () => this.journal.state,
      reportedTime: this.time.reportedTime,
      isReporting: () => this.enrolment.isEnrolled,
      publish: (channel, payload, retain) => this.#link.publish(channel, payload, retain),
      isConnected: () => this.#link.isConnected,
      shadow: () => shadowOf(this.#view()),
      detail: () => detailOf(this.#view(), this.scans.all, this.front),
      sys: () => sysOf(this.#view()),
      addresses: () => this.journal.state.gears.map((gear) => addrOf(gear)),
      lamp: (addr) => this.#lampReport(addr),
    })
  }

  #lampReport(addr: number) {
    const view = this.lamps.viewAt(addr)
    if (!view || isUnread(view)) return null
    const { readAt } = view.gear
    const at = readAt === null ? null : new Date(this.time.now() - (this.clock.now() - readAt)).toISOString()
    return { addr, tuple: lampTuple(view), detail: lampDetail(view, at) }
  }

  #view(): UnitView {
    const lamps: LampView[] = this.lamps.views
    const { info, address } = this.#gateway
    const stored = new Set(this.journal.state.gears.map(({ line }) => line))
    const lines = this.lines.filter(({ number }) => number < (info?.lines ?? 1) || stored.has(number + 1))
    return {
      state: this.journal.state,
      lamps,
      lines: lines.map((line) => ({ line, since: this.#since.get(line.number) ?? this.time.reportedTime() })),
      gateway: { address, info, since: this.#gatewaySince },
      isScanning: this.lines.some((line) => this.scans.isBusy(line)),
      inhibitedUntil: this.inhibition.until,
      isTesting: this.tests.running !== null,
    }
  }

  #hear(event: GatewayEvent): void {
    if (event.kind === 'opened' || event.kind === 'closed') this.#gatewaySince = this.time.reportedTime()
    this.#faults.hearGateway(event)
    for (const line of this.lines) if (event.kind !== 'opened' || line.number < event.info.lines) line.hear(event)
    if (event.kind === 'opened') this.scans.resume()
  }

  #gearRead(line: BusLine, gear: Gear): void {
    void this.tests.look(line, gear)
    this.#faults.look()
    const addr = this.lamps.addrOf(line, gear)
    if (addr === null) return
    const view = this.lamps.viewAt(addr)
    if (view) this.metering.seen(view.stored.serial, isLit(view))
    this.reporter.lampChanged(addr)
  }

  #resend(): void {
    this.records.resend()
    this.metering.resend()
  }

  #lineChanged(line: BusLine): void {
    this.#since.set(line.number, this.time.reportedTime())
    // The first lines report before the unit is complete.
    if (!this.reporter) return
    this.#faults.look()
    for (const { stored } of this.lamps.views)
      if (stored.line === line.number + 1) this.reporter.lampChanged(addrOf(stored))
    this.reporter.gather()
  }

  #inhibited(until: number): void {
    this.records.commit({ inhibitedUntil: until }, [{ kind: 'inhibit', body: [Math.round(until / 1000)] }])
    this.reporter.gather()
  }

  #inhibitionEnded(reason: InhibitionEnd): void {
    const record = { kind: 'inhibit.end', body: { b: inhibitionEnds.indexOf(reason) } }
    this.records.commit({ inhibitedUntil: null }, [record])
    this.reporter.gather()
  }

  #numbersChanged(): void {
    this.records.restart()
    this.reporter.restart()
    this.#link.restart()
  }

  #after(name: string, ms: number, run: () => void): void {
    this.#timers.get(name)?.cancel()
    this.#timers.set(name, this.clock.after(ms, run))
  }

  #every(name: string, ms: number, run: () => void): void {
    this.#after(name, ms, () => {
      run()
      this.#every(name, ms, run)
    })
  }
}
