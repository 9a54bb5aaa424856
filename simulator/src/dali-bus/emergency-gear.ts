/** Self-contained emergency gear: part 202 of IEC 62386, without its addresses. */

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const inhibitMs = 15 * minuteMs
const identifyMs = 10_000
/** Below this share of its capacity a battery starts no functional test. */
const leastForFunction = 0.3
/** Bit of FEATURES. */
const maintained = 0x02

export type EmergencyOptions = {
  /** Even minutes. */
  ratedMin: number
  /** Minutes for which the full battery lights the lamp. */
  lastsMin: number
  features?: number
  chargeHours?: number
  functionTestS?: number
  /** Days between functional tests started by the gear; 0 for none. */
  functionIntervalDays?: number
  /** Weeks between duration tests started by the gear; 0 for none. */
  durationIntervalWeeks?: number
  /** Days; 0 means 15 minutes. */
  timeoutDays?: number
  /** Share of a full charge, 0 to 1. */
  charge?: number
}

export type EmergencyMode = 'rest' | 'normal' | 'emergency' | 'extended' | 'functionTest' | 'durationTest'
export type EmergencyFault = 'circuit' | 'battery' | 'lamp'
type TestKind = 'function' | 'duration'

const modeBits = { rest: 1, normal: 2, emergency: 4, extended: 8, functionTest: 16, durationTest: 32 }

type Pending = { since: number; isDelayed: boolean }

/** Battery, mode and tests. `life` runs faster than the bus in a demo; inhibition and identification do not. */
export class EmergencyGear {
  readonly faults = new Set<EmergencyFault>()
  readonly options: Required<EmergencyOptions>
  mode: EmergencyMode = 'normal'
  lastsMin: number
  functionIntervalDays: number
  durationIntervalWeeks: number
  timeoutDays: number
  delayQuarters = 0
  prolongHalfMinutes = 0
  level = 254
  isMainsOn = true
  /** Minutes of light in the battery. */
  #chargeMin: number
  #now: number
  #testEndsAt = 0
  #testLastedMin = 0
  #durationResultMin = 0
  readonly #pending: Record<TestKind, Pending | null> = { function: null, duration: null }
  readonly #next: Record<TestKind, number>
  readonly #isDone: Record<TestKind, boolean> = { function: false, duration: false }
  readonly #hasFailed: Record<TestKind, boolean> = { function: false, duration: false }
  #hasShortBattery = false
  #emergencyMs = 0
  #litMs = 0
  #inhibitedUntil = 0
  #identifiesUntil = 0

  constructor(options: EmergencyOptions, life: number) {
    const defaults = { features: 0x28, chargeHours: 20, functionTestS: 30, charge: 1 }
    const intervals = { functionIntervalDays: 0, durationIntervalWeeks: 0, timeoutDays: 7 }
    this.options = { ...defaults, ...intervals, ...options }
    this.lastsMin = options.lastsMin
    this.functionIntervalDays = this.options.functionIntervalDays
    this.durationIntervalWeeks = this.options.durationIntervalWeeks
    this.timeoutDays = this.options.timeoutDays
    this.#chargeMin = this.lastsMin * this.options.charge
    this.#now = life
    this.#next = { function: this.#nextOf('function', life), duration: this.#nextOf('duration', life) }
  }

  /** Whether the gear is without mains and battery, and so hears nothing. */
  get isDead(): boolean {
    return !this.isMainsOn && (this.#chargeMin <= 0 || this.mode === 'rest')
  }
  get charge(): number {
    return this.lastsMin > 0 ? this.#chargeMin / this.lastsMin : 0
  }
  get isFull(): boolean {
    return this.charge > 0.999 && !this.faults.has('battery')
  }
  get durationResult(): number {
    return Math.min(255, Math.floor(this.#durationResultMin / 2 + 1e-6))
  }
  get emergencyHours(): number {
    return Math.min(255, Math.floor(this.#emergencyMs / hourMs))
  }
  /** Steps of 4 h for which the lamp was lit, from battery or mains; 254 steps and 255 for more. */
  get operationSteps(): number {
    return Math.min(255, Math.floor(this.#litMs / (4 * hourMs)))
  }
  get chargeByte(): number {
    return this.faults.has('battery') ? 0 : Math.min(254, Math.floor(this.charge * 254 + 1e-6))
  }
  get modeByte(): number {
    return modeBits[this.mode]
  }
  get failureByte(): number {
    return (
      (this.faults.has('circuit') ? 0x01 : 0) |
      (this.#hasShortBattery ? 0x02 : 0) |
      (this.faults.has('battery') ? 0x04 : 0) |
      (this.faults.has('lamp') ? 0x08 : 0) |
      (this.#pending.function?.isDelayed ? 0x10 : 0) |
      (this.#pending.duration?.isDelayed ? 0x20 : 0) |
      (this.#hasFailed.function ? 0x40 : 0) |
      (this.#hasFailed.duration ? 0x80 : 0)
    )
  }
  statusByte(busNow: number): number {
    return (
      (busNow < this.#inhibitedUntil ? 0x01 : 0) |
      (this.#isDone.function ? 0x02 : 0) |
      (this.#isDone.duration ? 0x04 : 0) |
      (this.isFull ? 0x08 : 0) |
      (this.#pending.function ? 0x10 : 0) |
      (this.#pending.duration ? 0x20 : 0) |
      (busNow < this.#identifiesUntil ? 0x40 : 0)
    )
  }
  /** Quarter hours to the next test of the gear; null without an interval. */
  quartersToNext(kind: TestKind): number | null {
    const next = this.#next[kind]
    return Number.isFinite(next) ? Math.max(0, Math.ceil((next - this.#now) / (15 * minuteMs))) : null
  }

  /** Lives until this moment: charges, discharges, begins and ends tests. */
  advance(life: number): void {
    while (this.#now < life) {
      const until = Math.min(life, this.#nextEvent())
      this.#flow(until - this.#now)
      this.#now = until
      this.#act()
    }
  }

  start(kind: TestKind): void {
    const running = kind === 'function' ? 'functionTest' : 'durationTest'
    if (this.mode === running) return
    this.#pending[kind] ??= { since: this.#now, isDelayed: false }
    this.#act()
  }

  stop(): void {
    this.#pending.function = null
    this.#pending.duration = null
    if (this.mode === 'functionTest' || this.mode === 'durationTest') this.mode = 'normal'
  }

  resetDone(kind: TestKind): void {
    this.#isDone[kind] = false
  }

  inhibit(busNow: number): void {
    if (this.mode === 'normal') this.#inhibitedUntil = busNow + inhibitMs
  }

  relight(): void {
    this.#inhibitedUntil = 0
    if (this.mode === 'rest' && !this.isMainsOn && this.#chargeMin > 0) this.mode = 'emergency'
  }

  rest(): void {
    if (this.mode === 'emergency' || this.mode === 'extended') this.mode = 'rest'
  }

  identify(busNow: number): void {
    this.#identifiesUntil = busNow + identifyMs
  }

  setInterval(kind: TestKind, value: number): void {
    if (kind === 'function') this.functionIntervalDays = value
    else this.durationIntervalWeeks = value
    this.#next[kind] = this.#nextOf(kind, this.#now)
  }

  setMains(isOn: boolean, busNow: number): void {
    if (isOn === this.isMainsOn) return
    this.isMainsOn = isOn
    if (isOn) {
      this.mode = 'normal'
      this.#inhibitedUntil = 0
      return
    }
    if (this.mode === 'durationTest' || this.mode === 'functionTest') this.mode = 'normal'
    this.mode = busNow < this.#inhibitedUntil || this.faults.has('battery') ? 'rest' : 'emergency'
  }

  newBattery(lastsMin: number, charge: number): void {
    this.lastsMin = lastsMin
    this.#chargeMin = lastsMin * charge
    this.#hasShortBattery = false
    this.faults.delete('battery')
  }

  #nextOf(kind: TestKind, now: number): number {
    const ms = kind === 'function' ? this.functionIntervalDays * dayMs : this.durationIntervalWeeks * 7 * dayMs
    return ms === 0 ? Number.POSITIVE_INFINITY : now + ms + this.delayQuarters * 15 * minuteMs
  }

  #timeoutOf({ since }: Pending): number {
    return since + (this.timeoutDays === 0 ? 15 * minuteMs : this.timeoutDays * dayMs)
  }

  get #isDischarging(): boolean {
    return (
      this.mode === 'emergency' ||
      this.mode === 'extended' ||
      this.mode === 'durationTest' ||
      this.mode === 'functionTest'
    )
  }

  /** Milliseconds of life until a full battery, or an empty one. */
  #msToLimit(): number {
    if (this.#isDischarging) return Math.max(1, this.#chargeMin * minuteMs)
    if (!this.isMainsOn || this.faults.has('battery') || this.#chargeMin >= this.lastsMin)
      return Number.POSITIVE_INFINITY
    return Math.max(1, ((this.lastsMin - this.#chargeMin) / this.lastsMin) * this.options.chargeHours * hourMs)
  }

  #nextEvent(): number {
    const times = [this.#now + this.#msToLimit(), this.#next.function, this.#next.duration]
    if (this.mode === 'functionTest' || this.mode === 'durationTest') times.push(this.#testEndsAt)
    for (const pending of Object.values(this.#pending))
      if (pending && !pending.isDelayed) times.push(this.#timeoutOf(pending))
    return Math.min(...times.filter((time) => time > this.#now))
  }

  /** Maintained lamps are lit by the mains, too. */
  get #isLit(): boolean {
    return this.#isDischarging || (this.mode === 'normal' && (this.options.features & maintained) !== 0)
  }

  #flow(ms: number): void {
    if (this.#isLit) this.#litMs += ms
    if (this.#isDischarging) {
      this.#chargeMin = Math.max(0, this.#chargeMin - ms / minuteMs)
      this.#emergencyMs += ms
      if (this.mode === 'durationTest') this.#testLastedMin += ms / minuteMs
    } else if (this.isMainsOn && !this.faults.has('battery')) {
      const gained = (ms / (this.options.chargeHours * hourMs)) * this.lastsMin
      this.#chargeMin = Math.min(this.lastsMin, this.#chargeMin + gained)
    }
  }

  /** Handles everything due at this moment. */
  #act(): void {
    if (this.mode === 'functionTest' && (this.#now >= this.#testEndsAt || this.#chargeMin <= 0)) this.#endFunction()
    if (this.mode === 'durationTest' && (this.#now >= this.#testEndsAt || this.#chargeMin <= 0)) this.#endDuration()
    for (const kind of ['function', 'duration'] as const) {
      if (this.#now >= this.#next[kind]) {
        this.#next[kind] = this.#nextOf(kind, this.#now)
        this.#pending[kind] ??= { since: this.#now, isDelayed: false }
      }
      const pending = this.#pending[kind]
      if (pending && this.#now >= this.#timeoutOf(pending)) pending.isDelayed = true
      if (pending && this.mode === 'normal' && this.isMainsOn && this.#canRun(kind)) this.#run(kind)
    }
  }

  #canRun(kind: TestKind): boolean {
    return kind === 'function' ? this.charge >= leastForFunction || this.faults.has('battery') : this.isFull
  }

  #run(kind: TestKind): void {
    this.#pending[kind] = null
    this.#testLastedMin = 0
    const ms = kind === 'function' ? this.options.functionTestS * 1000 : this.options.ratedMin * minuteMs
    this.#testEndsAt = this.#now + ms
    this.mode = kind === 'function' ? 'functionTest' : 'durationTest'
    if (this.faults.has('battery') || this.faults.has('lamp')) this.#testEndsAt = this.#now + 1000
  }

  #endFunction(): void {
    this.mode = 'normal'
    this.#isDone.function = true
    this.#hasFailed.function = this.faults.size > 0 || this.#chargeMin <= 0
  }

  #endDuration(): void {
    this.mode = 'normal'
    this.#isDone.duration = true
    this.#durationResultMin = this.#testLastedMin
    this.#hasShortBattery = this.#chargeMin <= 0
    this.#hasFailed.duration = this.#hasShortBattery || this.faults.size > 0
  }
}
