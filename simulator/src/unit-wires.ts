import type { UnitWire } from './core/unit-wire.ts'
import { logicaWire } from './units/logica.ts'
import { logicafmWire } from './units/logicafm.ts'

/** Every type of unit that can be simulated. */
export const unitWires: readonly UnitWire[] = [logicaWire, logicafmWire]

export const unitWireOf = (type: string): UnitWire => {
  const wire = unitWires.find(({ facts }) => facts.cu_type === type)
  if (!wire)
    throw new Error(
      `Unit type ${type} cannot be simulated; there are ${unitWires.map((w) => w.facts.cu_type).join(', ')}.`,
    )
  return wire
}
