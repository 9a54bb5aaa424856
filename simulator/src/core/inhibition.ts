import type { InhibitionEnd } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { PowerSupply } from './power-supply.ts'
import { type Answer, done, refused, type UnitContext } from './unit-context.ts'
import type { UnitTroubles } from './unit-troubles.ts'
import type { UnitEvent } from './unit-wire.ts'
import type { Appointment } from './wheel.ts'

const secondMs = 1_000

/** Inhibits emergency lamps for a time, in real time whatever the unit's clock shows. docs/protocol/inhibition.md */
export class Inhibition {
  readonly #unit: UnitContext
  readonly #supply: PowerSupply
  readonly #troubles: UnitTroubles
  #ending: Appointment | null = null
  /** In real time; null without an end, or without inhibition. */
  #endsAt: number | null = null

  constructor(unit: UnitContext, { supply, troubles }: { supply: PowerSupply; troubles: UnitTroubles }) {
    this.#unit = unit
    this.#supply = supply
    this.#troubles = troubles
  }

  get isOn(): boolean {
    return this.#supply.isInhibited
  }

  /** Reported inhibition, by the unit's own clock. */
  get detail(): { until: string | null } | null {
    if (!this.isOn) return null
    const until = this.#endsAt === null ? null : new Date(this.#endsAt + this.#unit.clock.now() - Date.now())
    return { until: until?.toISOString() ?? null }
  }

  /** Inhibits for these seconds from now; sets a new end if already inhibited. */
  begin(forS: number): Answer {
    if (this.#supply.onBattery || this.#supply.isForced) return refused('IN_EMERGENCY')
    this.#begin(Date.now() + forS * secondMs)
    return done
  }

  /** Also done without inhibition. */
  end(reason: InhibitionEnd): Answer {
    if (!this.isOn) return done
    this.#ending?.cancel()
    this.#endsAt = null
    this.#set(false)
    this.#record({ kind: 'inhibitionEnded', reason })
    return done
  }

  /** Switch on the unit's terminals, without a time. */
  switch(isOn: boolean): void {
    if (isOn) this.#begin(null)
    else this.end('switch')
  }

  /** Records the end of the inhibition by a power loss. */
  forgot(): void {
    this.#record({ kind: 'inhibitionEnded', reason: 'restart' })
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

  /** Types without the command may have a switch, which they report only by a warning. */
  #record(event: UnitEvent): void {
    if (this.#unit.wire.facts.commands.includes('inhibit')) this.#unit.record(event)
  }

  #set(isOn: boolean): void {
    this.#supply.inhibit(isOn)
    if (this.#unit.wire.unitWarnings.includes('system_inhibited')) this.#troubles.setWarning('system_inhibited', isOn)
    this.#unit.shadowChanged()
  }
}
