import { readFileSync } from 'node:fs'
import type { startSimulator } from '../../server/src/demo/simulator-process.ts'
import { estate } from '../../simulator/src/estate.ts'
import { openFleet } from '../../simulator/src/fleet.ts'
import { openPanelServer } from '../../simulator/src/panel/panel-server.ts'

/**
 * Simulated units in the test process, because starting a process takes longer than most tests. They use only MQTT, as
 * in their own process.
 */
export const startUnitsInProcess: typeof startSimulator = async (options) => {
  const fleet = openFleet({
    estate: estate.parse(JSON.parse(readFileSync(options.estatePath ?? '', 'utf8'))),
    brokerUrl: options.mqttUrl,
    factoryKey: options.factoryKey,
    speed: options.speed,
    isAlive: !options.still,
    memoryFile: options.stateFile,
    onRepair: (repair) => options.onRepair?.({ ...repair, faults: [...repair.faults] }),
  })
  const panel = await openPanelServer(fleet, 0)
  return {
    panelPort: panel.port,
    async stop() {
      await panel.close()
      await fleet.close()
    },
  }
}
