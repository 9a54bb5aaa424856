import type { Target } from '../bus/address.ts'
import { LineQueue } from '../bus/line-queue.ts'
import { query } from '../bus/opcodes.ts'
import { askFor, type Outcome, type RunTransaction } from '../bus/transaction.ts'
import { type Clock, pause } from '../clock.ts'
import type { BusStatus, Gateway, GatewayEvent } from '../gateway/gateway.ts'
import { ForeignTraffic, isReceiver } from './foreign-traffic.ts'
import type { Gear } from './gear.ts'
import { readIdentity } from './identity.ts'
import { readOwnTests } from './own-tests.ts'
import { Round } from './round.ts'
import { readConfiguration, readGroups, readLevel, visitGear } from './visit.ts'

/** Share of the time in which polling may use the bus. */
const defaultDuty = 0.5
/** Gear may miss queries right after the power of the bus returned. */
const settleMs = 500
const idleMs = 250
/** Interval of queries on a line without power, for gateways without a report of its return. */
const powerProbeMs = 10_000

export type LineOptions = {
  gateway: Gateway
  /** Counted from 0. */
  number: number
  clock: Clock
  duty?: number
  onGear(gear: Gear): void
  /** Power, or who uses the line, has changed. */
  onLine(): void
  /** Another master has changed addresses. */
  onAddressesChanged?(): void
}

/** One line: its gear, and the traffic to it. */
export class BusLine {
  readonly number: number
  readonly gears = new Map<number, Gear>()
  readonly clock: Clock
  readonly #options: LineOptions
  readonly #queue: LineQueue
  readonly #round = new Round()
  readonly #foreign = new ForeignTraffic()
  /** Null while the gateway is away. */
  #isPowered: boolean | null = null
  /** Gear at the address of another one: the next scan identifies it. */
  readonly #replacedGears = new WeakSet<Gear>()
  #settledAt = 0
  #probedAt = 0
  #isClosed = false
  /** Scan or commissioning under way: polling waits. */
  #isReserved = false
  #load = { since: 0, busyMs: 0, percent: null as number | null }

  constructor(options: LineOptions) {
    this.#options = options
    this.number = options.number
    this.clock = options.clock
    this.#queue = new LineQueue(options.gateway, options.number, options.clock)
  }

  get isPowered(): boolean | null {
    return this.#isPowered
  }
  /** Whether another master gives out addresses. */
  get isSilent(): boolean {
    return this.#queue.isSilent
  }
  /** Milliseconds of the last round to all gear. */
  get roundMs(): number | null {
    return this.#round.lastMs
  }
  /** Percent of the time in which own frames used the bus. */
  get loadPercent(): number | null {
    return this.#load.percent
  }

  run: RunTransaction = async (transaction, priority) => {
    const outcome = await this.#queue.run(transaction, priority)
    this.#judge(outcome)
    return outcome
  }

  hear(event: GatewayEvent): void {
    if (event.kind === 'closed') this.#setPower(null)
    else if (event.kind === 'opened') this.#setPower(true)
    else if (event.kind === 'bus' && event.line === this.number) this.#setStatus(event.status)
    else if (event.kind === 'foreign' && event.line === this.number) this.#hearForeign(event.bits, event.data)
  }

  /** Visits all gear, round after round, until the line is closed. */
  async poll(): Promise<void> {
    while (!this.#isClosed) {
      const task = this.#isReady() ? this.#round.next(this.gears, this.clock.now()) : null
      if (!task) {
        await this.#probePower()
        await pause(this.clock, idleMs)
        continue
      }
      const busyMs = this.#queue.busyMs
      if (task.kind === 'visit') await this.visit(task.gear, task.isThorough)
      else if (task.kind === 'level') await readLevel(this.run, task.gear)
      else await readGroups(this.run, task.gear)
      if (task.kind !== 'visit') this.#options.onGear(task.gear)
      await this.#leaveRoom(this.#queue.busyMs - busyMs)
    }
  }

  /** Reads a gear now. */
  async visit(gear: Gear, isThorough = false): Promise<boolean> {
    if (this.#replacedGears.has(gear)) return false
    const { presence: before } = gear
    const isRead = await visitGear(this.run, gear, () => this.clock.now(), { isThorough })
    if (before === 'silent' && gear.presence === 'answers' && !(await this.#isSame(gear))) {
      // Another gear answers at this address: nothing of it belongs to the lamp until the line is read again.
      gear.presence = 'unread'
      this.#replacedGears.add(gear)
      this.#options.onAddressesChanged?.()
      return false
    }
    if (before === 'unread' && gear.presence === 'answers') {
      await readConfiguration(this.run, gear)
      await readOwnTests(this.run, gear)
    }
    if (isRead) this.#options.onGear(gear)
    return isRead
  }

  /** Reads all gear of which nothing is known yet. False if the bus failed meanwhile. */
  async readUnread(): Promise<boolean> {
    for (const gear of this.gears.values()) {
      if (gear.presence !== 'unread') continue
      if (!(await this.visit(gear)) && (this.#isPowered !== true || this.isSilent)) return false
    }
    return true
  }

  /** A command of this bridge has changed these gears: they are read again soon. */
  touch(target: Target, what: 'level' | 'groups' | 'visit'): void {
    for (const { short, readings } of this.gears.values())
      if (isReceiver(target, { short, groups: readings.groups })) this.#round.touch(short, what, this.clock.now())
  }

  /** Keeps polling away while a scan or commissioning is under way. */
  async reserve<T>(work: () => Promise<T>): Promise<T> {
    this.#isReserved = true
    try {
      return await work()
    } finally {
      this.#isReserved = false
      this.#round.restart()
    }
  }

  close(): void {
    this.#isClosed = true
  }

  /** Whether the answering gear has the numbers of the silent one. */
  async #isSame({ short, identity }: Gear): Promise<boolean> {
    const now = await readIdentity(this.run, short)
    if (now === null || identity.gtin === null) return true
    return now !== 'several' && now.gtin === identity.gtin && now.identification === identity.identification
  }

  #isReady(): boolean {
    return this.#isPowered === true && !this.#isReserved && !this.isSilent && this.clock.now() >= this.#settledAt
  }

  async #leaveRoom(usedMs: number): Promise<void> {
    const { duty = defaultDuty } = this.#options
    if (duty < 1) await pause(this.clock, Math.max(1, usedMs * (1 / duty - 1)))
    const now = this.clock.now()
    if (now - this.#load.since < 60_000) return
    const busyMs = this.#queue.busyMs
    const percent = Math.min(100, ((busyMs - this.#load.busyMs) / (now - this.#load.since)) * 100)
    this.#load = { since: now, busyMs, percent: Math.round(percent) }
  }

  async #probePower(): Promise<void> {
    if (this.#isPowered !== false || this.clock.now() < this.#probedAt + powerProbeMs) return
    this.#probedAt = this.clock.now()
    await this.run(askFor('all', query.present), 5)
  }

  #judge(outcome: Outcome): void {
    // A frame under way when the gateway went says nothing about the line now.
    if (outcome.isDone) {
      if (this.#isPowered === false) this.#setPower(true)
    } else if (outcome.why === 'noPower') this.#setPower(false)
  }

  #setStatus(status: BusStatus): void {
    this.#setPower(status === 'powered' || status === 'lowPower')
  }

  #setPower(isPowered: boolean | null): void {
    if (isPowered === this.#isPowered) return
    this.#isPowered = isPowered
    this.#settledAt = this.clock.now() + settleMs
    this.#probedAt = this.clock.now()
    this.#round.restart()
    this.#options.onLine()
  }

  #hearForeign(bits: 16 | 24 | 25, data: readonly number[]): void {
    const wasSilent = this.isSilent
    const hasEnded = this.#queue.hearForeign(bits, data)
    if (this.isSilent !== wasSilent) this.#options.onLine()
    const heard = this.#foreign.hear(bits, data)
    if (hasEnded || heard?.effects.includes('addresses')) this.#options.onAddressesChanged?.()
    if (!heard) return
    if (heard.effects.includes('level')) this.touch(heard.target, 'level')
    if (heard.effects.includes('groups')) this.touch(heard.target, 'groups')
    if (heard.effects.includes('emergency')) this.touch(heard.target, 'visit')
  }
}
