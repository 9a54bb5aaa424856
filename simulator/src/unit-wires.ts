import type { UnitWire } from './core/unit-wire.ts'
import { cablecomWire } from './units/cablecom.ts'
import { daliWire } from './units/dali.ts'
import { gatewayWire } from './units/gateway.ts'
import { logicaWire } from './units/logica.ts'
import { logicafmWire } from './units/logicafm.ts'
import { sicuroWire } from './units/sicuro.ts'

/** All simulated unit types. */
export const unitWires: readonly UnitWire[] = [
  cablecomWire,
  logicaWire,
  logicafmWire,
  sicuroWire,
  gatewayWire,
  daliWire,
]

export const unitWireOf = (type: string): UnitWire => {
  const wire = unitWires.find(({ facts }) => facts.cu_type === type)
  if (!wire)
    throw new Error(
      `Unit type ${type} cannot be simulated; there are ${unitWires.map((w) => w.facts.cu_type).join(', ')}.`,
    )
  return wire
}
