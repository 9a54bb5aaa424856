import { gearSerial } from '@vigilux/device-plane/central-units/dali/gear-serial.ts'
import { unitId } from '@vigilux/device-plane/topics.ts'
import type { Estate, EstateUnit } from '../estate.ts'
import { machineClock } from './bus-clock.ts'
import { LinePanel } from './line-panel.ts'
import { LunatoneGateway } from './lunatone-gateway.ts'
import type { VirtualGear } from './virtual-gear.ts'
import { createLine } from './virtual-line.ts'

const lineOf = ({ lamps, seed }: EstateUnit, life?: () => number) =>
  createLine({ clock: machineClock, seed, gears: lamps, ...(life && { life }) })

export type EstateLines = {
  /** Port of the gateway of each bridged unit. */
  ports: Readonly<Record<string, number>>
  panels: ReadonlyMap<string, LinePanel>
  close(): Promise<void>
}

/** Opens a gateway with a virtual line for each bridged unit. `life` is the time of its batteries and tests. */
export const openEstateLines = async ({ units }: Estate, life: () => number): Promise<EstateLines> => {
  const ports: Record<string, number> = {}
  const panels = new Map<string, LinePanel>()
  const gateways: LunatoneGateway[] = []
  for (const unit of units.filter(({ bridged }) => bridged)) {
    const { bus, gears } = lineOf(unit, life)
    const gateway = new LunatoneGateway({ lines: [bus], clock: machineClock })
    const id = unitId(unit.type, unit.serial)
    ports[id] = await gateway.listen()
    panels.set(id, new LinePanel(gears, machineClock))
    gateways.push(gateway)
  }
  return {
    ports,
    panels,
    close: async () => {
      await Promise.all(gateways.map((gateway) => gateway.close()))
    },
  }
}

const serialOf = ({ identity, edition }: VirtualGear, taken: ReadonlySet<string>): string => {
  const digits = identity.id.toString(16).toUpperCase().padStart(16, '0')
  return gearSerial({ gtin: identity.gtin, identification: edition === 1 ? digits.slice(-8) : digits }, taken)
}

/** Lamps of a bridged unit, as its bridge will find them. */
export const describeLine = (unit: EstateUnit) => {
  const taken = new Set<string>()
  return lineOf(unit).gears.flatMap((gear, at) => {
    if (!gear.emergency) return []
    const serial = serialOf(gear, taken)
    taken.add(serial)
    const { ratedMin, lastsMin } = gear.emergency.options
    return { addr: at + 1, serial, kind: 'emergency', ratedMin, ratedDw: 30, capacity: lastsMin / ratedMin }
  })
}
