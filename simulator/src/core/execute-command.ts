import type { TypeEncodedCommand } from '@vigilux/device-plane/central-unit-type.ts'
import { type Answer, done, refused } from './unit-context.ts'
import type { UnitParts } from './unit-parts.ts'

/** Parts of a unit in reach of type-encoded commands. */
export type CommandableUnit = UnitParts & {
  factoryReset(): void
  sendUnit(): void
  sendEverything(): void
}

export const executeCommand = (
  unit: CommandableUnit,
  order: Exclude<TypeEncodedCommand, { name: 'enrol' }>,
): Answer => {
  switch (order.name) {
    case 'deEnrol':
      unit.factoryReset()
      return done
    case 'createNetwork':
      return unit.tests.running ? refused('TEST_RUNNING') : unit.search.start(order.plantCode)
    case 'statusQuery':
      unit.sendUnit()
      return done
    case 'refresh':
      unit.sendEverything()
      return done
    case 'ftest':
      return unit.tests.start(order.testId, order.test, order.lamps, 'user')
    case 'stopTest':
      return unit.tests.stop(order.testId)
    case 'identify':
      return blinkLamp(unit, order.lamp, order.seconds)
    case 'stop_blink':
      return blinkLamp(unit, order.lamp, 0)
  }
}

const blinkLamp = ({ context }: UnitParts, addr: number, seconds: number): Answer => {
  const lamp = context.list.at(addr)
  if (!lamp) return refused('NO_LAMPS')
  lamp.blinksUntil = Date.now() + seconds * 1000
  return done
}
