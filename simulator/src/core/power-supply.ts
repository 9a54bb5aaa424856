import type { LampActivity } from './lamp.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { Appointment } from './wheel.ts'

/** Real milliseconds between two checks of forced lamps for empty batteries. */
const pollIntervalMs = 500

/** Supply of the emergency lamps: mains, or their batteries after a mains failure or by force. */
export class PowerSupply {
  onBattery = false
  isForced = false
  isInhibited = false
  readonly #unit: UnitContext
  #looking: Appointment | null = null

  constructor(unit: UnitContext) {
    this.#unit = unit
  }

  setMains(isOn: boolean): void {
    this.onBattery = !isOn
    this.#apply()
    this.#unit.record({ kind: 'mains', isOn })
  }

  /** Restores a mains failure from before the unit was switched off. */
  staysOnBattery(): void {
    this.onBattery = true
    this.#apply()
  }

  inhibit(isInhibited: boolean): void {
    this.isInhibited = isInhibited
    this.#apply()
  }

  force(isForced: boolean): Answer {
    if (isForced && (this.isInhibited || this.onBattery)) return refused('ERROR_COMMAND_NOT_ENABLED')
    if (this.isForced === isForced) return done
    this.isForced = isForced
    this.#looking?.cancel()
    this.#looking = isForced ? this.#unit.wheel.every(pollIntervalMs, () => this.#releaseEmpty()) : null
    this.#apply()
    this.#unit.shadowChanged()
    return done
  }

  #apply(): void {
    const isLit = this.onBattery || this.isForced
    const activity: LampActivity = this.isInhibited ? 'inhibited' : isLit ? 'emergency' : 'normal'
    const lamps = this.#unit.list.attached.filter(({ kind }) => kind === 'emergency')
    this.#unit.setActivity(lamps, activity)
  }

  /** Returns empty lamps to mains; when none is left, the emergency ends. */
  #releaseEmpty(): void {
    if (this.onBattery) return
    const litLamps = this.#unit.list.attached.filter(({ activity }) => activity === 'emergency')
    const empty = litLamps.filter((lamp) => this.#unit.chargeOf(lamp) <= 0)
    if (empty.length > 0) this.#unit.setActivity(empty, 'normal')
    if (empty.length === litLamps.length) this.force(false)
  }
}
