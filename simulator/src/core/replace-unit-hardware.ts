import type { VirtualUnit } from './virtual-unit.ts'

/**
 * Replaces the unit with another device of the same type and serial: other lamps on its line, and no memory. The new
 * device is unused, or already belongs to another plant.
 */
export const replaceUnitHardware = (
  unit: VirtualUnit,
  { lamps, enrolled }: { lamps: number; enrolled: boolean },
): void => {
  const { list, search, enrolment, wire } = unit
  unit.factoryReset()
  list.attached.length = 0
  const attached = unit.attach(lamps)
  if (!enrolled) return
  enrolment.state = 'enrolled'
  for (const [at, lamp] of attached.entries()) list.place(lamp, at + 1)
  search.setComplete(wire.facts.hasRadioNetwork ? 1 : null)
  unit.sendEverything()
}
