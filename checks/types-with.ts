import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import type { CentralUnitType } from '@vigilux/device-plane/central-unit-type.ts'
import { unitTypes } from '@vigilux/device-plane/registry.ts'

/** All unit types, each with these facts in place of its own. */
export const typesWith = (change: Partial<UnitTypeFacts>): Record<string, CentralUnitType> =>
  Object.fromEntries(
    Object.entries(unitTypes).map(([name, type]) => [name, { ...type, facts: { ...type.facts, ...change } }]),
  )
