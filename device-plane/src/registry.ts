import type { CentralUnitType } from './central-unit-type.ts'
import { cablecom } from './central-units/cablecom/codec.ts'
import { gateway } from './central-units/gateway/codec.ts'
import { logica } from './central-units/logica/codec.ts'
import { logicafm } from './central-units/logicafm/codec.ts'
import { sicuro } from './central-units/sicuro/codec.ts'

/** Every kind of central unit that the platform speaks with, by `cu_type`. */
export const unitTypes: Record<string, CentralUnitType> = { cablecom, logica, logicafm, sicuro, gateway }

/** The type of that name, or null. A name such as `constructor` is none. */
export const unitTypeOf = (cuType: string): CentralUnitType | null =>
  Object.hasOwn(unitTypes, cuType) ? (unitTypes[cuType] ?? null) : null
