import type { UnitParts } from './unit-parts.ts'
import type { UnitTroubles } from './unit-troubles.ts'
import type { UnitFace } from './unit-wire.ts'

/** Present state of a unit as it reports it. */
export const unitFaceOf = (unit: UnitParts & { readonly troubles: UnitTroubles }): UnitFace => {
  const { context, settings, search, supply, troubles } = unit
  const { network } = search
  return {
    onBattery: supply.onBattery,
    faults: troubles.faults,
    warnings: troubles.warnings(supply.onBattery, network.state === 'complete'),
    network,
    lampsConfigured: context.isEnrolled() ? (settings.lampsConfigured ?? network.expected) : null,
    utcOffsetMin: settings.utcOffsetMin,
  }
}
