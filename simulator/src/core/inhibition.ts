import type { InhibitionEnd } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { PowerSupply } from './power-supply.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { UnitTroubles } from './unit-troubles.ts'
import type { UnitEvent } from './unit-wire.ts'
import type { Appointment } from './wheel.ts'

const secondMs = 1_000

/** Keeps emergency lamps dark for a time, as docs/protocol/inhibition.md has it. Its time runs by the real one, whatever the unit's clock says. */
export class Inhibition {
  readonly #unit: UnitContext
  readonly #supply: PowerSupply
  readonly #troubles: UnitTroubles
  #ending: Appointment | null = null
  /** By the real time; null without an end, or where nothing is inhibited. */
  #endsAt: number | null = null

  constructor(unit: UnitContext, { supply, troubles }: { supply: PowerSupply; troubles: UnitTroubles }) {
    this.#unit = unit
    this.#supply = supply
    this.#troubles = troubles
  }

  get isOn(): boolean {
    return this.#supply.isInhibited
  }

  /** What the unit says of it, by its own clock. */
  get detail(): { until: string | null } | null {
    if (!this.isOn) return null
    const until = this.#endsAt === null ? null : new Date(this.#endsAt + this.#unit.clock.now() - Date.now())
    return { until: until?.toISOString() ?? null }
  }

  /** For so many seconds from now; another end where it is inhibited already. */
  begin(forS: number): Answer {
    if (this.#supply.onBattery || this.#supply.isForced) return refused('IN_EMERGENCY')
    this.#begin(Date.now() + forS * secondMs)
    return done
  }

  /** Done too where nothing is inhibited. */
  end(because: InhibitionEnd): Answer {
    if (!this.isOn) return done
    this.#ending?.cancel()
    this.#endsAt = null
    this.#set(false)
    this.#record({ kind: 'inhibitionEnded', because })
    return done
  }

  /** A switch on the unit's terminals, which has no time. */
  switch(isOn: boolean): void {
    if (isOn) this.#begin(null)
    else this.end('switch')
  }

  /** It was inhibited when its power went: it tells that it is no more. */
  forgot(): void {
    this.#record({ kind: 'inhibitionEnded', because: 'restart' })
  }

  close(): void {
    this.#ending?.cancel()
  }

  #begin(endsAt: number | null): void {
    this.#ending?.cancel()
    this.#endsAt = endsAt
    this.#ending = endsAt === null ? null : this.#unit.wheel.after(endsAt - Date.now(), () => void this.end('time'))
    this.#set(true)
    const until = endsAt === null ? null : Math.round((endsAt + this.#unit.clock.now() - Date.now()) / secondMs)
    this.#record({ kind: 'inhibited', until })
  }

  /** A type that takes no such command has a switch at most, of which it tells by its warning alone. */
  #record(event: UnitEvent): void {
    if (this.#unit.wire.facts.commands.includes('inhibit')) this.#unit.record(event)
  }

  #set(isOn: boolean): void {
    this.#supply.inhibit(isOn)
    if (this.#unit.wire.unitWarnings.includes('system_inhibited')) this.#troubles.setWarning('system_inhibited', isOn)
    this.#unit.shadowChanged()
  }
}
