const none = 255
const yes = 255
const modeMs = 15 * 60_000
/** Time until slow flash has stored an address. */
const flashMs = 250

/** Gear whose addresses the initialisation reads and sets. */
export type AddressedGear = {
  short: number
  randomAddress: number
  readonly quirks: ReadonlySet<string>
}

/** Commissioning by random address (IEC 62386-102). */
export class Initialisation {
  readonly #gear: AddressedGear
  readonly #random: () => number
  #state: 'disabled' | 'enabled' | 'withdrawn' = 'disabled'
  #endsAt = 0
  readonly #search = [0xff, 0xff, 0xff]
  #programmedAt = Number.NEGATIVE_INFINITY

  constructor(gear: AddressedGear, random: () => number) {
    this.#gear = gear
    this.#random = random
  }

  /** INITIALISE or RANDOMISE, received twice. */
  begin(first: number, second: number, now: number): void {
    if (first === 0xa7) {
      if (this.#isOn(now)) this.#gear.randomAddress = Math.floor(this.#random() * 0xff_ff_ff)
      return
    }
    const { short } = this.#gear
    if (second !== 0 && !(second === none && short === none) && !(short !== none && second === short * 2 + 1)) return
    this.#state = 'enabled'
    this.#endsAt = now + modeMs
  }

  end(): void {
    this.#state = 'disabled'
  }

  hear(first: number, second: number, now: number): number | null {
    if (first === 0xa1) this.end()
    if (!this.#isOn(now)) return null
    switch (first) {
      case 0xb1:
      case 0xb3:
      case 0xb5:
        this.#search[(first - 0xb1) / 2] = second
        return null
      case 0xa9:
        return this.#state === 'enabled' && this.#gear.randomAddress <= this.#searched ? yes : null
      case 0xab:
        if (this.#isSelected) this.#state = 'withdrawn'
        return null
      case 0xb7:
        if (this.#isSelected) this.#program(second, now)
        return null
      case 0xb9:
        return this.#isVerified(second, now) ? yes : null
      case 0xbb:
        return this.#isSelected ? this.#encoded : null
      default:
        return null
    }
  }

  get #searched(): number {
    return this.#search.reduce((all, byte) => all * 256 + byte, 0)
  }
  get #isSelected(): boolean {
    return this.#searched === this.#gear.randomAddress
  }
  get #encoded(): number {
    const { short } = this.#gear
    return short === none ? none : short * 2 + 1
  }

  #isOn(now: number): boolean {
    if (now >= this.#endsAt) this.end()
    return this.#state !== 'disabled'
  }

  #isVerified(second: number, now: number): boolean {
    const isSlow = now < this.#programmedAt + flashMs || this.#gear.quirks.has('failsVerify')
    return !isSlow && this.#gear.short !== none && this.#encoded === second
  }

  #program(second: number, now: number): void {
    if (second === none) this.#gear.short = none
    else if (second % 2 === 1 && second < 128) this.#gear.short = second >> 1
    this.#programmedAt = now
  }
}
