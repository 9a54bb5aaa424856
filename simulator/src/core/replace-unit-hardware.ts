import type { VirtualUnit } from './virtual-unit.ts'

/**
 * Another box of the same type and serial stands in the unit's place: other lamps on its line, and nothing of what the
 * one before knew. It comes from its carton, or belongs to some plant already.
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
