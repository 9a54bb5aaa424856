import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitContext } from './unit-context.ts'

export type SavedTroubles = { faults: readonly UnitError[]; warnings: readonly UnitWarning[] }

/** Faults and warnings of a unit itself. Those that follow from its lamps and its mains are computed. */
export class UnitTroubles {
  readonly faults: Set<UnitError>
  readonly #warnings: Set<UnitWarning>
  readonly #unit: UnitContext
  readonly #settings: { readonly lampsConfigured: number | null }

  constructor(unit: UnitContext, settings: { readonly lampsConfigured: number | null }, kept?: SavedTroubles) {
    this.#unit = unit
    this.#settings = settings
    this.faults = new Set(kept?.faults)
    this.#warnings = new Set(kept?.warnings)
  }

  /** Without its inhibition, which a unit loses without power. */
  get kept(): SavedTroubles {
    const warnings = [...this.#warnings].filter((warning) => warning !== 'system_inhibited')
    return { faults: [...this.faults], warnings }
  }

  setFault(fault: UnitError, isThere: boolean): void {
    if (this.faults.has(fault) === isThere) return
    if (isThere) this.faults.add(fault)
    else this.faults.delete(fault)
    this.#unit.record({ kind: 'unitFault', fault, isCleared: !isThere })
    this.#told()
  }

  setWarning(warning: UnitWarning, isThere: boolean): void {
    if (isThere) this.#warnings.add(warning)
    else this.#warnings.delete(warning)
    this.#told()
  }

  warnings(onBattery: boolean, isSearched: boolean): Set<UnitWarning> {
    const { list, wire } = this.#unit
    const { maxLamps } = wire.facts
    const all = new Set(this.#warnings)
    if (onBattery) all.add('no_mains')
    const { lampsConfigured } = this.#settings
    if (isSearched && lampsConfigured !== null && list.known.length !== lampsConfigured)
      all.add(list.known.length < lampsConfigured ? 'fewer_lamps_than_configured' : 'more_lamps_than_configured')
    if (isSearched && list.attached.length > maxLamps)
      all.add(maxLamps === 32 ? 'more_than_32_lamps' : 'more_than_128_lamps')
    return all
  }

  #told(): void {
    this.#unit.changed([])
    // Readings of the parts of a system depend on its faults.
    if (this.#unit.wire.hardware.system || this.#unit.wire.hardware.hasModem) this.#unit.shadowChanged()
  }
}
