import type { CentralUnitType } from './central-unit-type.ts'
import { cablecom } from './central-units/cablecom/codec.ts'
import { gateway } from './central-units/gateway/codec.ts'
import { logica } from './central-units/logica/codec.ts'
import { logicafm } from './central-units/logicafm/codec.ts'
import { sicuro } from './central-units/sicuro/codec.ts'

/** Every kind of central unit that the platform speaks with, by `cu_type`; it inherits nothing, so that `constructor` is none. */
export const unitTypes: Record<string, CentralUnitType> = Object.assign(Object.create(null), {
  cablecom,
  logica,
  logicafm,
  sicuro,
  gateway,
})

/** The type of that name, or null. @internal */
export const unitTypeOf = (cuType: string): CentralUnitType | null => unitTypes[cuType] ?? null
