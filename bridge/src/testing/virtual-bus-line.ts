import type { VirtualGear } from '@vigilux/simulator/dali-bus/virtual-gear.ts'
import { BusLine } from '../line/bus-line.ts'
import { Gear } from '../line/gear.ts'
import { scanLine } from '../line/scan.ts'
import { openVirtualLine } from './virtual-gear.ts'

/** A line of the bridge on a virtual bus. */
export const openBusLine = (gears: VirtualGear[], { duty = 0.5 } = {}) => {
  const virtual = openVirtualLine(gears)
  const { clock, gateway } = virtual
  const seen: number[] = []
  let addressChanges = 0
  const listeners: ((gear: Gear) => void)[] = []
  const line = new BusLine({
    gateway,
    number: 0,
    clock,
    duty,
    onGear: (gear) => {
      seen.push(gear.short)
      for (const listener of listeners) listener(gear)
    },
    onLine: () => undefined,
    onAddressesChanged: () => {
      addressChanges++
    },
  })
  gateway.listen((event) => line.hear(event))
  gateway.open()
  /** Finds the gear of the line, and reads it. */
  const fill = async () => {
    await clock.until(
      scanLine(line.run, (found) => {
        if (found.kind === 'gear') line.gears.set(found.short, new Gear(found.short, found.identity))
        return true
      }),
    )
    for (const gear of line.gears.values()) await clock.until(line.visit(gear))
  }
  const gearAt = (short: number): Gear => line.gears.get(short) as Gear
  return {
    ...virtual,
    line,
    seen,
    fill,
    gearAt,
    onGear: (listener: (gear: Gear) => void) => listeners.push(listener),
    addressChanges: () => addressChanges,
  }
}
