import { DaliBus } from '@vigilux/simulator/dali-bus/dali-bus.ts'
import { VirtualGear } from '@vigilux/simulator/dali-bus/virtual-gear.ts'
import { ManualClock } from '@vigilux/simulator/testing/manual-clock.ts'
import { BusGateway } from './bus-gateway.ts'

type GearOptions = ConstructorParameters<typeof VirtualGear>[0]

/** Emergency gear with its own identification number. */
export const emergencyGear = (number: number, options: Partial<GearOptions> = {}): VirtualGear =>
  new VirtualGear({
    short: number,
    identity: { gtin: '9010342013607', id: 1000n + BigInt(number), firmware: [2, 1], hardware: [1, 0] },
    emergency: { ratedMin: 60, lastsMin: 84, features: 0x0a },
    answerDelayMs: 5.6 + (number % 10) * 0.45,
    random: randomOf(number + 1),
    ...options,
  })

/** Different numbers for each gear, the same in each run. */
const randomOf = (seed: number) => {
  let state = seed * 7919
  return () => {
    state = (state * 16_807 + 11) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** One virtual line on a clock driven by the test. */
export const openVirtualLine = (gears: VirtualGear[]) => {
  const clock = new ManualClock()
  const bus = new DaliBus(clock, gears)
  const gateway = new BusGateway([bus])
  return { clock, bus, gateway, gears }
}
