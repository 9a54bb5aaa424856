import type { Clock } from '../clock.ts'
import { BacnetServer } from './bacnet/bacnet-server.ts'
import { HomeAssistantPublisher } from './home-assistant/home-assistant-publisher.ts'
import { PublishedDevices } from './home-assistant/published-devices.ts'
import { openModbusServer } from './modbus/modbus-server.ts'
import { lastRegisterOf } from './modbus/register-map.ts'
import type { Outlet, OutletPlan, OutletTarget } from './outlet.ts'
import type { OutwardSettings } from './outward-settings.ts'

type Settings = OutwardSettings & { clock: Clock; print(event: string, details?: object): void }

const listenAddressOf = ({ host, port }: { host: string; port: number }): string => `${host}:${port}`

const readsOf = (outlet: Outlet | null) => ({
  address: outlet?.address,
  clients: outlet?.clients?.count ?? 0,
  lastReadAgoS: outlet?.clients?.lastReadAgoS ?? null,
})

const modbusPlan = (
  modbus: NonNullable<Settings['modbus']>,
  target: OutletTarget,
  { allowed }: Settings,
): OutletPlan => ({
  name: 'Modbus TCP',
  open: () => openModbusServer({ ...modbus, ...target, allowed }),
  report: (status, outlet) => {
    const plant = target.state()
    const { address = listenAddressOf(modbus), ...reads } = readsOf(outlet)
    return { kind: 'modbus', ...status, ...reads, address, lastRegister: plant ? lastRegisterOf(plant) : 0 }
  },
})

const bacnetPlan = (
  bacnet: NonNullable<Settings['bacnet']>,
  target: OutletTarget,
  { allowed, plantId, clock }: Settings,
): OutletPlan => ({
  name: 'BACnet/IP',
  open: () => BacnetServer.open({ ...bacnet, ...target, plantId, allowed, clock }),
  report: (status, outlet) => {
    const { address = listenAddressOf(bacnet), ...reads } = readsOf(outlet)
    const lamps = target.state()?.lamps.length ?? 0
    return { kind: 'bacnet', ...status, ...reads, address, deviceInstance: bacnet.deviceInstance, lamps }
  },
})

/** Host and port of a broker: its address may have a name and a password. */
const brokerAddressOf = (url: string): string => {
  const { protocol, hostname, port } = new URL(url)
  return `${hostname}:${port || (protocol === 'mqtts:' ? 8883 : 1883)}`
}

const mqttPlan = (
  broker: NonNullable<Settings['mqtt']>,
  target: OutletTarget,
  { plantId, print, state: folder }: Settings,
): OutletPlan => {
  const published = new PublishedDevices(folder)
  const options = { ...target, broker, plantId, published, print }
  return {
    name: 'MQTT for Home Assistant',
    open: async (onStatus) => new HomeAssistantPublisher({ ...options, onStatus, isWithdrawing: false }),
    report: (status) => ({
      kind: 'mqtt',
      ...status,
      address: brokerAddressOf(broker.url),
      prefix: broker.prefix,
    }),
    cleanUp: () =>
      published.keys.length > 0
        ? new HomeAssistantPublisher({ ...options, onStatus: () => undefined, isWithdrawing: true })
        : null,
  }
}

export const planOutlets = (settings: Settings, target: OutletTarget): OutletPlan[] => {
  const { bacnet, modbus, mqtt } = settings
  return [
    ...(bacnet ? [bacnetPlan(bacnet, target, settings)] : []),
    ...(modbus ? [modbusPlan(modbus, target, settings)] : []),
    ...(mqtt ? [mqttPlan(mqtt, target, settings)] : []),
  ]
}
