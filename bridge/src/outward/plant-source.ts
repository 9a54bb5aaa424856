import { ApiFailure, type EventData, type PlantEvent, type WatchEnd } from '@vigilux/client'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { TestRun } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { Clock, Timer } from '../clock.ts'
import { buildPlantState, isOpenTest, type PlantState, topicOf } from './plant-state.ts'
import { type Client, type MutableRecords, readPlant, readUnitLamps } from './read-plant.ts'
import type { UnitNumbers } from './unit-numbers.ts'

/** Why nothing of the plant can be offered any more. */
export type SourceEnd = 'tokenEnded' | 'plantGone'

export type PlantSourceOptions = {
  client: Client
  plantId: string
  numbers: UnitNumbers
  clock: Clock
  /** The state changed: read `state`. Called once for simultaneous changes. */
  onChange(): void
  /** The administrator used the switch of an interface. */
  onSwitched(): void
  onEnd(reason: SourceEnd): void
  print(event: string, details?: object): void
}

/** The client notices a silent platform after at most 8 s. Values are unreliable 10 s after its last message. */
const graceMs = 2_000
/** Changes within this time are reported together. */
const gatherMs = 50
/** All states are read again, for whatever no event reports. */
const rereadMs = 60_000
const retryMs = 5_000
/** Pause after the client gave up. */
const reconnectMs = 10_000
/** Minimum pause between complete reads of the state after events. */
const requestedRereadMs = 2_000

/** Events after which all states are read again. */
const rereadEvents: readonly PlantEvent['name'][] = [
  'heldTest',
  'testPlan',
  'enrollCuAck',
  'updatePlant',
  'plantArchived',
  'removePlant',
  'proChanged',
]

/** The live state of a plant, from the API of the platform with a token. */
export class PlantSource {
  readonly #options: PlantSourceOptions
  #records: MutableRecords | null = null
  #state: PlantState | null = null
  #isLive = false
  #isEnded = false
  #stopWatch: () => void = () => undefined
  /** Events since the begin of the running read; null without one. */
  #missed: PlantEvent[] | null = null
  #grace: Timer | null = null
  #gather: Timer | null = null
  #reread: Timer | null = null
  #reconnect: Timer | null = null
  /** A connection began during a read: its answer may be older. */
  #mustReadAgain = false
  #lastReadAt = Number.NEGATIVE_INFINITY

  constructor(options: PlantSourceOptions) {
    this.#options = options
  }

  /** Null before the first read. */
  get state(): PlantState | null {
    if (!this.#records) return null
    const { numbers } = this.#options
    this.#state ??= buildPlantState({ ...this.#records, numbers: numbers.units, isLive: this.#isLive })
    return this.#state
  }

  openTestsOf(topic: string): TestRun[] {
    return [...(this.#records?.tests.values() ?? [])].filter(({ cu }) => cu === topic)
  }

  start(): void {
    const { client, plantId } = this.#options
    this.#stopWatch = client.watch(plantId, {
      onRead: () => void this.#readAll(),
      onEvent: (event) => this.#receive(event),
      onLost: () => this.#lost('connection lost'),
      onEnd: (reason) => this.#watchEnded(reason),
    })
  }

  stop(): void {
    this.#isEnded = true
    this.#stopWatch()
    for (const timer of [this.#grace, this.#gather, this.#reread, this.#reconnect]) timer?.cancel()
  }

  async #readAll(): Promise<void> {
    if (this.#isEnded) return
    if (this.#missed) {
      this.#mustReadAgain = true
      return
    }
    const { client, plantId, numbers, clock, print } = this.#options
    const missed: PlantEvent[] = []
    this.#missed = missed
    this.#reread?.cancel()
    this.#lastReadAt = clock.now()
    try {
      const records = await readPlant(client, plantId)
      if (this.#isEnded) return
      const withoutNumber = numbers.assign([...records.units.keys()])
      if (withoutNumber.length > 0) print('units without a number are left out', { units: withoutNumber })
      this.#records = records
      this.#missed = null
      for (const event of missed) this.#apply(event)
      this.#heard()
      this.#changed()
      this.#reread = clock.after(this.#mustReadAgain ? 0 : rereadMs, () => void this.#readAll())
      this.#mustReadAgain = false
    } catch (error) {
      this.#missed = null
      this.#readFailed(error)
    }
  }

  #readFailed(error: unknown): void {
    if (this.#isEnded) return
    if (!(error instanceof ApiFailure)) throw error
    const ends: Record<string, SourceEnd> = {
      NOT_SIGNED_IN: 'tokenEnded',
      ACCOUNT_SUSPENDED: 'tokenEnded',
      NOT_ALLOWED: 'tokenEnded',
      PLANT_NOT_FOUND: 'plantGone',
    }
    const end = ends[error.code]
    if (end) {
      this.#end(end)
      return
    }
    this.#lost(error.code)
    this.#reread = this.#options.clock.after(retryMs, () => void this.#readAll())
  }

  #receive(event: PlantEvent): void {
    if (event.name === 'outwardConnections' && event.data.switched) this.#options.onSwitched()
    if (this.#missed) this.#missed.push(event)
    this.#apply(event)
  }

  #apply(event: PlantEvent): void {
    const records = this.#records
    if (!records) return
    const { name, data } = event
    if (name === 'lamps' || name === 'saveLampTexts') this.#setLamps(records, data.lamps)
    else if (name === 'saveLampDescription') this.#setLamps(records, [data.lamp])
    else if (name === 'lampsReset') void this.#readLampsOf(data.cu)
    else if (name === 'shadow' || name === 'saveCu') this.#setUnit(records, data.unit)
    else if (name === 'keepalive') this.#setConnection(records, data)
    else if (name === 'removeCu') this.#removeUnit(records, topicOf(data))
    else if (name === 'ftest') this.#setTest(records, data.test)
    else if (name === 'plantCounts') records.condition = data.condition
    else if (rereadEvents.includes(name)) this.#rereadSoon()
    else return
    this.#changed()
  }

  /** Null if too many changed at once. */
  #setLamps(records: MutableRecords, lamps: readonly Lamp[] | null): void {
    if (!lamps) this.#rereadSoon()
    for (const lamp of lamps ?? []) records.lamps.get(lamp.cu)?.set(lamp.id, lamp)
  }

  #setUnit(records: MutableRecords, unit: CentralUnit): void {
    const topic = topicOf(unit)
    const known = records.units.get(topic)
    records.units.set(topic, unit)
    if (!known) {
      records.lamps.set(topic, new Map())
      this.#options.numbers.assign([topic])
      this.#rereadSoon()
    }
    if (known?.cu_connected !== unit.cu_connected) void this.#readLampsOf(topic)
  }

  #setConnection(records: MutableRecords, data: EventData<'keepalive'>): void {
    const topic = topicOf(data)
    const known = records.units.get(topic)
    if (!known) return
    const { cu_connected, last_seen } = data
    const isSame = known.cu_connected === cu_connected || known.connection === 'notAcquired'
    const connection = isSame ? known.connection : cu_connected ? 'connected' : 'disconnected'
    this.#setUnit(records, { ...known, connection, last_seen, cu_connected: connection === 'connected' })
  }

  #removeUnit(records: MutableRecords, topic: string): void {
    records.units.delete(topic)
    records.lamps.delete(topic)
  }

  #setTest(records: MutableRecords, test: TestRun): void {
    if (isOpenTest(test)) records.tests.set(test.id, test)
    else records.tests.delete(test.id)
  }

  /** Lamps left the list of a unit, or many changed at once. */
  async #readLampsOf(topic: string): Promise<void> {
    const { client, plantId } = this.#options
    try {
      const lamps = await readUnitLamps(client, plantId, topic)
      if (!this.#records?.units.has(topic)) return
      this.#records.lamps.set(topic, lamps)
      this.#changed()
    } catch {
      // The next read of all states brings them, and says why this one failed.
      this.#rereadSoon()
    }
  }

  #rereadSoon(): void {
    if (this.#isEnded || this.#missed) return
    const { clock } = this.#options
    const waitMs = Math.max(0, this.#lastReadAt + requestedRereadMs - clock.now())
    this.#reread?.cancel()
    this.#reread = clock.after(waitMs, () => void this.#readAll())
  }

  #heard(): void {
    this.#grace?.cancel()
    this.#grace = null
    if (this.#isLive) return
    this.#isLive = true
    this.#options.print('platform connected')
  }

  #lost(why: string): void {
    if (!this.#isLive || this.#grace) return
    this.#grace = this.#options.clock.after(graceMs, () => {
      this.#grace = null
      this.#setStale(why)
    })
  }

  #setStale(why: string): void {
    if (!this.#isLive) return
    this.#isLive = false
    this.#options.print('platform away: all values are unreliable', { why })
    this.#changed()
  }

  #watchEnded(reason: WatchEnd): void {
    if (reason === 'refused') void this.#findEnd()
    else if (reason === 'connectionLost') this.#reconnect = this.#options.clock.after(reconnectMs, () => this.start())
    else this.#end('tokenEnded')
  }

  /** Reads once more to learn whether the token or the plant ended. */
  async #findEnd(): Promise<void> {
    const { client, plantId } = this.#options
    const failure = await client.call('getPlantDetails', { plantId }).catch((error: unknown) => error)
    const isPlantGone = failure instanceof ApiFailure && failure.code === 'PLANT_NOT_FOUND'
    this.#end(isPlantGone ? 'plantGone' : 'tokenEnded')
  }

  #end(reason: SourceEnd): void {
    if (this.#isEnded) return
    this.#setStale(reason)
    this.stop()
    this.#options.onChange()
    this.#options.onEnd(reason)
  }

  #changed(): void {
    this.#state = null
    this.#gather ??= this.#options.clock.after(gatherMs, () => {
      this.#gather = null
      this.#options.onChange()
    })
  }
}
