import { createClient } from '@vigilux/client'
import { machineClock } from '../clock.ts'
import { BacnetServer } from './bacnet/bacnet-server.ts'
import { HomeAssistantPublisher } from './home-assistant/home-assistant-publisher.ts'
import { PublishedDevices } from './home-assistant/published-devices.ts'
import { openModbusServer } from './modbus/modbus-server.ts'
import type { Outlet, OutletTarget } from './outlet.ts'
import type { OutwardSettings } from './outward-settings.ts'
import { createPlantCommands } from './plant-commands.ts'
import { PlantSource, type SourceEnd } from './plant-source.ts'
import { UnitNumbers } from './unit-numbers.ts'

export type OutwardEnd = SourceEnd | 'cannotOpen'

export type OutwardOptions = {
  settings: OutwardSettings
  print(event: string, details?: object): void
  onEnd(reason: OutwardEnd): void
}

const openOutlets = async (
  { modbus, bacnet, mqtt, allowed, plantId, state: folder }: OutwardSettings,
  target: OutletTarget,
  print: OutwardOptions['print'],
): Promise<Outlet[]> => {
  const open: Outlet[] = []
  if (modbus) open.push(await openModbusServer({ ...modbus, ...target, allowed }))
  if (bacnet) open.push(await BacnetServer.open({ ...bacnet, ...target, plantId, allowed, clock: machineClock }))
  if (mqtt) {
    const published = new PublishedDevices(folder)
    open.push(new HomeAssistantPublisher({ ...target, broker: mqtt, plantId, published, print }))
  }
  return open
}

/**
 * Offers a plant to building systems. Interfaces open once the plant was read for the first time, and close when the token
 * or the plant ends.
 * @throws RangeError if the state folder does not fit
 */
export const startOutward = ({ settings, print, onEnd }: OutwardOptions): { close(): Promise<void> } => {
  const { plantId, server, token } = settings
  const client = createClient({ server, token })
  let opening: Promise<Outlet[]> | null = null
  let closing: Promise<unknown> | null = null
  const closeAll = async (isFinal: boolean) => {
    source.stop()
    const outlets = (await opening) ?? []
    closing ??= Promise.all(outlets.map((outlet) => outlet.close(isFinal)))
    await closing
  }
  const end = async (reason: OutwardEnd) => {
    await closeAll(reason !== 'cannotOpen')
    onEnd(reason)
  }
  const open = async (): Promise<Outlet[]> => {
    try {
      const outlets = await openOutlets(settings, target, print)
      for (const { name, address } of outlets) print('interface open', { name, address })
      return outlets
    } catch (error) {
      print('an interface cannot be opened', { why: error instanceof Error ? error.message : String(error) })
      queueMicrotask(() => void end('cannotOpen'))
      return []
    }
  }
  const source: PlantSource = new PlantSource({
    client,
    plantId,
    numbers: new UnitNumbers(settings.state, plantId),
    clock: machineClock,
    print,
    onChange: () => {
      opening ??= open()
      void opening.then((outlets) => {
        for (const outlet of outlets) outlet.changed?.()
      })
    },
    onEnd: (reason) => void end(reason),
  })
  const commands = createPlantCommands({ client, plantId, isEnabled: settings.commands, source, print })
  const target = { state: () => source.state, commands, now: () => new Date() }
  source.start()
  return { close: () => closeAll(false) }
}
