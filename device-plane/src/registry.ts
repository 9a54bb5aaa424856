import type { CentralUnitType } from './central-unit-type.ts'
import { cablecom } from './central-units/cablecom/codec.ts'
import { dali } from './central-units/dali/codec.ts'
import { gateway } from './central-units/gateway/codec.ts'
import { logica } from './central-units/logica/codec.ts'
import { logicafm } from './central-units/logicafm/codec.ts'
import { sicuro } from './central-units/sicuro/codec.ts'

/** Every central unit type, by `cu_type`. Without a prototype: `constructor` is not a type. */
export const unitTypes: Record<string, CentralUnitType> = Object.assign(Object.create(null), {
  cablecom,
  logica,
  logicafm,
  sicuro,
  gateway,
  dali,
})

/** Type with this name, or null. @internal */
export const unitTypeOf = (cuType: string): CentralUnitType | null => unitTypes[cuType] ?? null
