import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { machineClock } from '../../simulator/src/dali-bus/bus-clock.ts'
import { DaliBus } from '../../simulator/src/dali-bus/dali-bus.ts'
import { LunatoneGateway } from '../../simulator/src/dali-bus/lunatone-gateway.ts'
import { VirtualGear } from '../../simulator/src/dali-bus/virtual-gear.ts'
import { createBridgeProcess } from './bridge-process.ts'

/**
 * A line of gears behind a gateway, and the bridge in its own process. The battery of the fourth gear lasts 27 of 60
 * minutes.
 */
export const openBridgeSite = async (unit: string, gearCount: number) => {
  let lifeMs = 0
  let [since, speed] = [performance.now(), 1]
  const life = (): number => lifeMs + (performance.now() - since) * speed
  const gears = Array.from(
    { length: gearCount },
    (_, short) =>
      new VirtualGear({
        short,
        identity: { gtin: '9010342013607', id: 1000n + BigInt(short), firmware: [2, 1], hardware: [1, 0] },
        emergency: { ratedMin: 60, lastsMin: short === 3 ? 27 : 84, features: 0x0a },
        life,
      }),
  )
  const bus = new DaliBus(machineClock, gears)
  const gateway = new LunatoneGateway({ lines: [bus], clock: machineClock })
  const gatewayPort = await gateway.listen()
  const bridge = createBridgeProcess()
  return {
    gears,
    bus,
    bridge,
    /** Time of batteries and tests is faster than the bus's. */
    setSpeed(next: number): void {
      lifeMs = life()
      since = performance.now()
      speed = next
    },
    startBridge: (platform: string) =>
      bridge.start({ gatewayPort, platform, unit, password: unitPassword(testFactoryKey, unit) }),
    async close(): Promise<void> {
      await bridge.close()
      await gateway.close()
    },
  }
}
