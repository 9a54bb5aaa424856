import type { BusGear } from './dali-bus.ts'
import { answerEmergency, obeyEmergency } from './emergency-commands.ts'
import { EmergencyGear, type EmergencyOptions } from './emergency-gear.ts'
import { type ForwardFrame, timing } from './frames.ts'
import { GearMemory } from './gear-memory.ts'
import { Initialisation } from './initialisation.ts'
import type { GearIdentity, MaintenanceCounters } from './memory-bank.ts'

const none = 255
const yes = 255
const yesIf = (isTrue: boolean | undefined): number | null => (isTrue ? yes : null)

export type GearOptions = {
  identity: GearIdentity
  short?: number | null
  randomAddress?: number
  edition?: 1 | 2
  /** Device types; an emergency gear has type 1. */
  types?: readonly number[]
  emergency?: EmergencyOptions
  groups?: number
  answerDelayMs?: number
  /** Watts at full level. Metering gear has device type 51 (part 252) as well. */
  meteredW?: number
  /** The initial counters of the gear. Such gear has device type 52 (part 253) as well. */
  counted?: MaintenanceCounters
  /** Returns 0 to 1. */
  random?(): number
  /** Time of batteries and tests in milliseconds; the bus's if omitted. */
  life?(): number
}

/** Gear with a defect known to installers. */
export type Quirk = 'answers255' | 'hidesRandomAddress' | 'failsVerify' | 'mute' | 'forgetsAddress'

/** Control gear: part 102 of IEC 62386, with part 202 if it is an emergency gear. */
export class VirtualGear implements BusGear {
  readonly answerDelayMs: number
  readonly identity: GearIdentity
  readonly edition: 1 | 2
  readonly types: readonly number[]
  readonly emergency: EmergencyGear | null
  readonly quirks = new Set<Quirk>()
  readonly initialisation: Initialisation
  short: number
  randomAddress: number
  groups: number
  readonly scenes = new Array<number>(16).fill(none)
  level = 254
  lastLevel = 254
  max = 254
  min = 1
  failureLevel = 254
  powerOnLevel = 254
  readonly fade = { time: 0, rate: 7 }
  hasLampFailure = false
  hasPowerCycle = true
  identifiesUntil = 0
  /** Number of next answers to leave out. */
  missNext = 0
  readonly dtr = [0, 0, 0]
  readonly #memory: GearMemory
  #livedUntil: number
  readonly #life: (() => number) | undefined
  #isWritable = false
  #enabledType: number | null = null
  #nextType = -1
  #first: { frame: ForwardFrame; at: number; enabledType: number | null } | null = null

  constructor(options: GearOptions) {
    const { identity, edition = 2, emergency, random = Math.random, life } = options
    this.identity = identity
    this.edition = edition
    const { meteredW = null, counted = null } = options
    this.#memory = new GearMemory({ identity, edition, meteredW, counted })
    this.#livedUntil = life?.() ?? 0
    this.types = options.types ?? [emergency ? 1 : 6, ...this.#memory.types]
    this.short = options.short ?? none
    this.groups = options.groups ?? 0
    this.answerDelayMs = options.answerDelayMs ?? (edition === 1 ? 3 + random() * 6 : 5.6 + random() * 4.8)
    this.randomAddress = options.randomAddress ?? 0xff_ff_ff
    this.#life = life
    this.emergency = emergency ? new EmergencyGear(emergency, life?.() ?? 0) : null
    this.initialisation = new Initialisation(this, random)
  }

  hear(frame: ForwardFrame, now: number): number | null {
    this.live(now)
    if (frame.bits !== 16 || this.emergency?.isDead) return null
    const answer = this.#hear(frame, now)
    if (answer === null || this.quirks.has('mute')) return null
    if (this.missNext > 0) {
      this.missNext--
      return null
    }
    return this.quirks.has('answers255') ? 255 : answer
  }

  /** Brings battery and tests up to this moment. */
  live(now: number): void {
    const life = this.#life?.() ?? now
    this.emergency?.advance(life)
    this.#memory.live(life - this.#livedUntil, { share: this.level / 254, hasFailed: this.#lampFails })
    this.#livedUntil = life
  }

  systemFailed(): void {
    if (this.failureLevel !== none) this.setLevel(this.failureLevel)
  }

  /** Mains of the gear fails or returns. */
  setMains(isOn: boolean, now: number): void {
    this.live(now)
    this.emergency?.setMains(isOn, now)
    if (!isOn) return
    this.hasPowerCycle = true
    this.initialisation.end()
    this.setLevel(this.powerOnLevel)
    if (this.quirks.has('forgetsAddress')) this.short = none
  }

  setLevel(level: number): void {
    const isOff = level === 0
    this.level = isOff ? 0 : Math.min(this.max, Math.max(this.min, level))
    if (!isOff) this.lastLevel = this.level
  }

  #isAddressed(first: number): boolean {
    const address = first & 0xfe
    if (address < 0x80) return this.short !== none && address >> 1 === this.short
    if (address < 0xa0) return (this.groups & (1 << ((address >> 1) & 0x0f))) !== 0
    return address === 0xfe || (address === 0xfc && this.short === none)
  }

  #hear(frame: ForwardFrame, now: number): number | null {
    const [first = 0, second = 0] = frame.data
    const enabledType = this.#enabledType
    this.#enabledType = null
    const isSpecial = first >= 0xa0 && first <= 0xcb
    if (isSpecial) {
      if (first !== 0xa5 && first !== 0xa7) this.#first = null
      return this.#special(frame, first, second, now)
    }
    const { isTwice, type } = this.#pair(frame, now, enabledType)
    if (!this.#isAddressed(first)) return null
    if (first % 2 === 0) {
      if (second !== 255) this.setLevel(second)
      return null
    }
    if (second >= 0xe0) return this.#ofType(second, { isTwice, type, now })
    if (second >= 0x20 && second < 0x90) return this.#configure(second, isTwice, now)
    if (second !== 0xa7) this.#nextType = -1
    return second < 0x20 ? this.#light(second) : this.#query(second)
  }

  /** Whether this is the second of two equal frames. The enabled type of the first holds for both. */
  #pair(frame: ForwardFrame, at: number, enabledType: number | null): { isTwice: boolean; type: number | null } {
    const first = this.#first
    const start = at - timing.forward[16]
    const isTwice =
      first !== null && first.frame.data.join() === frame.data.join() && start - first.at <= timing.sendTwice
    this.#first = isTwice ? null : { frame, at, enabledType }
    return { isTwice, type: isTwice ? (first?.enabledType ?? null) : enabledType }
  }

  #special(frame: ForwardFrame, first: number, second: number, now: number): number | null {
    switch (first) {
      case 0xa3:
        this.dtr[0] = second
        return null
      case 0xc3:
        this.dtr[1] = second
        return null
      case 0xc5:
        this.dtr[2] = second
        return null
      case 0xc1:
        this.#enabledType = second
        return null
      case 0xc7:
      case 0xc9:
        return this.#writeMemory(second) && first === 0xc7 ? second : null
      case 0xa5:
      case 0xa7:
        if (this.#pair(frame, now, null).isTwice) this.initialisation.begin(first, second, now)
        return null
      default:
        return this.initialisation.hear(first, second, now)
    }
  }

  #light(command: number): null {
    if (command >= 0x10) {
      const level = this.scenes[command & 0x0f] ?? none
      if (level !== none) this.setLevel(level)
      return null
    }
    const levels: Record<number, () => number> = {
      0: () => 0,
      1: () => (this.level === 0 ? 0 : this.level + 4),
      2: () => (this.level === 0 ? 0 : Math.max(this.min, this.level - 4)),
      3: () => (this.level === 0 ? 0 : this.level + 1),
      4: () => (this.level === 0 ? 0 : Math.max(this.min, this.level - 1)),
      5: () => this.max,
      6: () => this.min,
      7: () => (this.level <= this.min ? 0 : this.level - 1),
      8: () => (this.level === 0 ? this.min : this.level + 1),
      10: () => this.lastLevel,
    }
    const next = levels[command]
    if (next) this.setLevel(next())
    return null
  }

  #configure(command: number, isTwice: boolean, now: number): null {
    if (!isTwice) return null
    const [value = 0] = this.dtr
    const index = command & 0x0f
    if (command >= 0x2a && command <= 0x2f) this.#setLimit(command, value)
    else if (command >= 0x40 && command < 0x60) this.scenes[index] = command < 0x50 ? value : none
    else if (command >= 0x60 && command < 0x70) this.groups |= 1 << index
    else if (command >= 0x70 && command < 0x80) this.groups &= ~(1 << index)
    else if (command === 0x20) this.#reset()
    else if (command === 0x25) this.identifiesUntil = now + 10_000
    else this.#configureAddress(command, value)
    return null
  }

  #configureAddress(command: number, value: number): void {
    if (command === 0x21) this.dtr[0] = this.level
    else if (command === 0x80) this.#setShort(value)
    else if (command === 0x81) this.#isWritable = true
  }

  #setLimit(command: number, value: number): void {
    if (command === 0x2a) this.max = value
    else if (command === 0x2b) this.min = Math.max(1, value)
    else if (command === 0x2c) this.failureLevel = value
    else if (command === 0x2d) this.powerOnLevel = value
    else if (command === 0x2e) this.fade.time = value & 0x0f
    else this.fade.rate = value & 0x0f
  }

  #setShort(value: number): void {
    if (value === 255) this.short = none
    else if (value % 2 === 1 && value < 128) this.short = value >> 1
  }

  #reset(): void {
    this.max = 254
    this.min = 1
    this.failureLevel = 254
    this.powerOnLevel = 254
    this.groups = 0
    this.scenes.fill(none)
    this.setLevel(254)
  }

  #query(command: number): number | null {
    if (command >= 0xb0 && command <= 0xbf) return this.scenes[command & 0x0f] ?? none
    switch (command) {
      case 0x90:
        return this.#status()
      case 0x91:
        return yes
      case 0x92:
        return yesIf(this.#lampFails)
      case 0x93:
        return yesIf(this.level > 0)
      case 0x96:
        return yesIf(this.short === none)
      case 0x97:
        return this.#version
      case 0x98:
        return this.dtr[0] ?? 0
      case 0x9c:
        return this.dtr[1] ?? 0
      case 0x9d:
        return this.dtr[2] ?? 0
      case 0x99:
        return this.#firstType()
      case 0x9a:
        return 1
      case 0x9b:
        return yesIf(this.hasPowerCycle)
      case 0xa0:
        return this.#shownLevel
      case 0xa1:
        return this.max
      case 0xa2:
        return this.min
      case 0xa3:
        return this.powerOnLevel
      case 0xa4:
        return this.failureLevel
      case 0xa5:
        return (this.fade.time << 4) | this.fade.rate
      case 0xa7:
        return this.#followingType()
      case 0xaa:
        return yesIf(this.emergency?.faults.has('circuit'))
      case 0xc0:
        return this.groups & 0xff
      case 0xc1:
        return this.groups >> 8
      case 0xc2:
        return this.#randomByte(16)
      case 0xc3:
        return this.#randomByte(8)
      case 0xc4:
        return this.#randomByte(0)
      case 0xc5:
        return this.#readMemory()
      default:
        return null
    }
  }

  get #shownLevel(): number {
    return this.#lampFails ? none : this.level
  }
  /** QUERY VERSION NUMBER. */
  get #version(): number {
    return this.edition === 1 ? 1 : 8
  }
  get #lampFails(): boolean {
    return this.hasLampFailure || (this.emergency?.faults.has('lamp') ?? false)
  }

  #randomByte(shift: number): number | null {
    return this.quirks.has('hidesRandomAddress') ? null : (this.randomAddress >> shift) & 0xff
  }

  #status(): number {
    return (
      (this.emergency?.faults.has('circuit') ? 0x01 : 0) |
      (this.#lampFails ? 0x02 : 0) |
      (this.level > 0 && !this.#lampFails ? 0x04 : 0) |
      (this.short === none ? 0x40 : 0) |
      (this.hasPowerCycle ? 0x80 : 0)
    )
  }

  #firstType(): number {
    this.#nextType = 0
    const [first = 254] = this.types
    return this.types.length > 1 ? 255 : first
  }

  #followingType(): number | null {
    if (this.edition === 1 || this.#nextType < 0 || this.types.length < 2) return null
    return this.types[this.#nextType++] ?? 254
  }

  #writeMemory(value: number): boolean {
    const [address = 0, bank = 0] = this.dtr
    if (!this.#isWritable || !this.#memory.write(bank, address, value)) return false
    this.dtr[0] = address + 1
    return true
  }

  #readMemory(): number | null {
    const [address = 0, bank = 0] = this.dtr
    const value = this.#memory.read(bank, address)
    if (value !== null) this.dtr[0] = Math.min(255, address + 1)
    return value
  }

  #ofType(
    command: number,
    { isTwice, type, now }: { isTwice: boolean; type: number | null; now: number },
  ): number | null {
    if (type === null || !this.types.includes(type)) return null
    if (command === 0xff) return this.edition
    if (type !== 1 || !this.emergency) return null
    if (command >= 0xf1) return command === 0xfe ? null : answerEmergency(this.emergency, this.dtr, command, now)
    if (isTwice) obeyEmergency(this.emergency, this.dtr[0] ?? 0, command, now)
    return null
  }
}
