import type { LevelEntry } from '@vigilux/device-plane/command-fields.ts'
import type { VirtualLamp } from './lamp.ts'
import { isTargeted } from './lights.ts'
import { done, refused } from './unit-context.ts'
import type { Orders, UnitParts } from './unit-parts.ts'

const emergencyGears = ({ context }: UnitParts, to: LevelEntry['to']): VirtualLamp[] =>
  context.list.known.filter((lamp) => lamp.kind === 'emergency' && isTargeted(lamp, to))

const setResting = (unit: UnitParts, lamps: readonly VirtualLamp[], isResting: boolean): void => {
  const { context } = unit
  context.setActivity(lamps, 'emergency')
  for (const lamp of lamps) lamp.isResting = isResting
}

export const busOrders: Orders<
  'scanLines' | 'commissionLine' | 'restLamps' | 'relightLamps' | 'readGearTests' | 'setGearTests'
> = {
  scanLines: ({ busLines }, { lines }) => busLines.scan(lines),
  commissionLine: ({ busLines, tests }, { line, duplicates }) =>
    tests.running ? refused('TEST_RUNNING') : busLines.commission(line, duplicates),
  restLamps: (unit, { to }) => {
    const lit = emergencyGears(unit, to).filter(({ activity }) => activity === 'emergency')
    if (lit.length === 0) return refused('ERROR_COMMAND_NOT_ENABLED')
    setResting(unit, lit, true)
    return done
  },
  relightLamps: (unit, { to }) => {
    setResting(
      unit,
      emergencyGears(unit, to).filter(({ isResting }) => isResting),
      false,
    )
    return done
  },
  readGearTests: (unit, { to }) => {
    const lamps = emergencyGears(unit, to)
    unit.context.detailChanged(lamps)
    return lamps.length === 0 ? refused('NO_LAMPS') : done
  },
  setGearTests: (unit, { to, functionalDays, autonomyWeeks }) => {
    const lamps = emergencyGears(unit, to)
    if (lamps.length === 0) return refused('NO_LAMPS')
    for (const lamp of lamps) lamp.ownTests = { functionalDays, autonomyWeeks }
    unit.context.list.isChanged = true
    unit.context.detailChanged(lamps)
    return done
  },
}
