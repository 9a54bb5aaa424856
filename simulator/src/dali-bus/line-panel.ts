import { z } from 'zod'
import type { BusClock } from './bus-clock.ts'
import type { EmergencyFault } from './emergency-gear.ts'
import type { VirtualGear } from './virtual-gear.ts'

/** Faults of gear by the codes of the contract. */
const faultNames: Record<string, EmergencyFault> = {
  charger: 'circuit',
  battery_low_voltage: 'battery',
  lamp_failure: 'lamp',
}

const mains = z.strictObject({ on: z.boolean() })
const lampFault = z.strictObject({ addr: z.int().min(1), faults: z.array(z.string()) })
const newBattery = z.strictObject({ addr: z.int().min(1) })

/** Actions of a person on the gear of a line, with the answers of a simulated unit. */
export class LinePanel {
  readonly #gears: readonly VirtualGear[]
  readonly #clock: BusClock

  constructor(gears: readonly VirtualGear[], clock: BusClock) {
    this.#gears = gears
    this.#clock = clock
  }

  get state(): { isOnBattery: boolean; lamps: { addr: number; kind: string; faults: string[] }[] } {
    return {
      isOnBattery: this.#gears.some(({ emergency }) => emergency?.isMainsOn === false),
      lamps: this.#gears.map((gear, at) => ({ addr: at + 1, kind: 'emergency', faults: faultsOf(gear) })),
    }
  }

  /** Returns the code of a refusal, or null. */
  act(action: string, body: unknown): string | null {
    switch (action) {
      case 'mains': {
        const { on } = mains.parse(body)
        for (const gear of this.#gears) gear.setMains(on, this.#clock.now())
        return null
      }
      case 'lamp-fault': {
        const { addr, faults } = lampFault.parse(body)
        return this.#break(addr, faults)
      }
      case 'new-battery': {
        const { emergency } = this.#gears[newBattery.parse(body).addr - 1] ?? {}
        emergency?.newBattery(emergency.options.lastsMin, 1)
        return emergency ? null : 'LAMP_NOT_FOUND'
      }
      default:
        return 'UNIT_NOT_FOUND'
    }
  }

  #break(addr: number, faults: readonly string[]): string | null {
    const gear = this.#gears[addr - 1]
    if (!gear?.emergency) return 'LAMP_NOT_FOUND'
    const known = faults.flatMap((name) => faultNames[name] ?? [])
    if (known.length < faults.length) return 'FAULT_NOT_OF_THIS_TYPE'
    gear.live(this.#clock.now())
    gear.emergency.faults.clear()
    for (const fault of known) gear.emergency.faults.add(fault)
    return null
  }
}

const faultsOf = ({ emergency }: VirtualGear): string[] =>
  Object.entries(faultNames).flatMap(([name, fault]) => (emergency?.faults.has(fault) ? [name] : []))
