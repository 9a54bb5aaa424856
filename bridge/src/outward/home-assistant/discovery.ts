import type { Device, Entity } from './entities.ts'

/** Discovery of devices, as https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload says. */

export type Names = { plantId: string; prefix: string }

/** Ids of removed entities of a device, for their removal elsewhere. */
export type RemovedEntities = Readonly<Record<string, Entity['platform'] | 'button'>>

const version = '0.1.0'
const baseOf = ({ plantId }: Names): string => `vigilux/${plantId}`
export const bridgeTopic = (names: Names): string => `${baseOf(names)}/availability`
export const availabilityTopic = (names: Names, key: string): string => `${baseOf(names)}/${key}/availability`
export const stateTopic = (names: Names, key: string, entity: string): string => `${baseOf(names)}/${key}/${entity}`
export const commandTopic = (names: Names, key: string): string => `${baseOf(names)}/${key}/test/set`
export const configTopic = (names: Names, key: string): string =>
  `${names.prefix}/device/vigilux_${names.plantId}_${key}/config`

/** The serial number identifies a unit: it stays the same device in any plant. */
const idOf = ({ plantId }: Names, { key }: Device): string => `vigilux_${key === 'plant' ? plantId : key}`

const buttons = { functionalTest: 'Start functional test', none: 'Stop test' } as const

const componentOf = (names: Names, device: Device, entity: Entity): object => {
  const topics = [bridgeTopic(names), ...(entity.isContact ? [] : [availabilityTopic(names, device.key)])]
  return {
    platform: entity.platform,
    unique_id: `${idOf(names, device)}_${entity.key}`,
    name: entity.name,
    state_topic: stateTopic(names, device.key, entity.key),
    availability: topics.map((topic) => ({ topic })),
    availability_mode: 'all',
    ...(entity.deviceClass && { device_class: entity.deviceClass }),
    ...(entity.options && { options: entity.options }),
    ...(entity.isDiagnostic && { entity_category: 'diagnostic' }),
  }
}

const buttonsOf = (names: Names, device: Device): Record<string, object> =>
  Object.fromEntries(
    Object.entries(buttons).map(([payload, name]) => [
      `button_${payload}`,
      {
        platform: 'button',
        unique_id: `${idOf(names, device)}_button_${payload}`,
        name,
        command_topic: commandTopic(names, device.key),
        payload_press: payload,
        availability: [{ topic: bridgeTopic(names) }, { topic: availabilityTopic(names, device.key) }],
        availability_mode: 'all',
      },
    ]),
  )

export const componentsOf = (names: Names, device: Device, withButtons: boolean): Record<string, object> => ({
  ...Object.fromEntries(device.entities.map((entity) => [entity.key, componentOf(names, device, entity)])),
  ...(withButtons && device.hasTests && buttonsOf(names, device)),
})

/** The payload to make a device known, and to take away its removed entities. */
export const discoveryOf = (
  names: Names,
  device: Device,
  { withButtons, removed = {} }: { withButtons: boolean; removed?: RemovedEntities },
): object => ({
  device: {
    identifiers: [idOf(names, device)],
    name: device.name,
    manufacturer: 'Vigilux',
    model: device.model,
    ...(device.serial && { serial_number: device.serial }),
    ...(device.software && { sw_version: device.software }),
    ...(device.key !== 'plant' && { via_device: `vigilux_${names.plantId}` }),
  },
  origin: { name: 'Vigilux', sw_version: version },
  components: {
    ...componentsOf(names, device, withButtons),
    ...Object.fromEntries(Object.entries(removed).map(([key, platform]) => [key, { platform }])),
  },
  qos: 1,
})
