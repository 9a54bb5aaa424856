import type { CentralUnitType } from './central-unit-type.ts'
import { logica } from './central-units/logica/codec.ts'
import { logicafm } from './central-units/logicafm/codec.ts'

/** Every kind of central unit that the platform speaks with, by `cu_type`. */
export const unitTypes: Record<string, CentralUnitType> = { logica, logicafm }

/** The type of that name, or null. A name such as `constructor` is none. */
export const unitTypeOf = (cuType: string): CentralUnitType | null =>
  Object.hasOwn(unitTypes, cuType) ? (unitTypes[cuType] ?? null) : null
