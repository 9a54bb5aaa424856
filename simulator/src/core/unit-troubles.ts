import type { UnitError, UnitWarning } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { UnitContext } from './unit-context.ts'

export type SavedTroubles = { faults: readonly UnitError[]; warnings: readonly UnitWarning[] }

/** Faults and warnings of a unit itself. Those from its lamps and its mains are computed. */
export class UnitTroubles {
  readonly faults: Set<UnitError>
  readonly #warnings: Set<UnitWarning>
  readonly #unit: UnitContext
  readonly #settings: { readonly lampsConfigured: number | null }

  constructor(unit: UnitContext, settings: { readonly lampsConfigured: number | null }, saved?: SavedTroubles) {
    this.#unit = unit
    this.#settings = settings
    this.faults = new Set(saved?.faults)
    this.#warnings = new Set(saved?.warnings)
  }

  /** Without its inhibition, which a unit loses without power. */
  get saved(): SavedTroubles {
    const warnings = [...this.#warnings].filter((warning) => warning !== 'system_inhibited')
    return { faults: [...this.faults], warnings }
  }

  setFault(fault: UnitError, isActive: boolean): void {
    if (this.faults.has(fault) === isActive) return
    if (isActive) this.faults.add(fault)
    else this.faults.delete(fault)
    this.#unit.record({ kind: 'unitFault', fault, isCleared: !isActive })
    this.#told()
  }

  setWarning(warning: UnitWarning, isActive: boolean): void {
    if (isActive) this.#warnings.add(warning)
    else this.#warnings.delete(warning)
    this.#told()
  }

  warnings(onBattery: boolean, isSearchDone: boolean): Set<UnitWarning> {
    const { list, wire } = this.#unit
    const { maxLamps } = wire.facts
    const warnings = new Set(this.#warnings)
    if (onBattery) warnings.add('no_mains')
    const { lampsConfigured } = this.#settings
    if (isSearchDone && lampsConfigured !== null && list.known.length !== lampsConfigured)
      warnings.add(list.known.length < lampsConfigured ? 'fewer_lamps_than_configured' : 'more_lamps_than_configured')
    if (isSearchDone && list.attached.length > maxLamps)
      warnings.add(maxLamps === 32 ? 'more_than_32_lamps' : 'more_than_128_lamps')
    return warnings
  }

  #told(): void {
    this.#unit.changed([])
    // Readings of the parts of a system depend on its faults.
    if (this.#unit.wire.hardware.system || this.#unit.wire.hardware.hasModem) this.#unit.shadowChanged()
  }
}
