import { z } from 'zod'

/**
 * Discovery payloads of devices, written from the public documentation of Home Assistant and from nothing of ours:
 * https://www.home-assistant.io/integrations/mqtt/, …/binary_sensor.mqtt/, …/sensor.mqtt/, …/button.mqtt/ and the lists
 * of device classes in …/binary_sensor/ and …/sensor/.
 */

const topic = z.string().regex(/^[^#+\0]+$/)
const common = {
  unique_id: z.string().min(1),
  name: z.string().min(1).nullable().optional(),
  availability: z.array(
    z.strictObject({
      topic,
      payload_available: z.string().optional(),
      payload_not_available: z.string().optional(),
      value_template: z.string().optional(),
    }),
  ),
  availability_mode: z.enum(['all', 'any', 'latest']).optional(),
  entity_category: z.enum(['config', 'diagnostic']).optional(),
  enabled_by_default: z.boolean().optional(),
  icon: z.string().optional(),
  qos: z.int().min(0).max(2).optional(),
}

const binaryClasses = [
  'battery',
  'battery_charging',
  'connectivity',
  'door',
  'heat',
  'light',
  'moisture',
  'motion',
  'occupancy',
  'plug',
  'power',
  'presence',
  'problem',
  'running',
  'safety',
  'smoke',
  'sound',
  'tamper',
  'update',
  'vibration',
] as const
const binarySensor = z.strictObject({
  platform: z.literal('binary_sensor'),
  ...common,
  state_topic: topic,
  device_class: z.enum(binaryClasses).optional(),
  payload_on: z.string().optional(),
  payload_off: z.string().optional(),
  expire_after: z.int().optional(),
  value_template: z.string().optional(),
})

const sensor = z
  .strictObject({
    platform: z.literal('sensor'),
    ...common,
    state_topic: topic,
    device_class: z.enum(['battery', 'duration', 'enum', 'timestamp']).optional(),
    options: z.array(z.string()).min(1).optional(),
    unit_of_measurement: z.string().optional(),
    state_class: z.enum(['measurement', 'total', 'total_increasing']).optional(),
    value_template: z.string().optional(),
  })
  // "options: can only be used together with device_class enum", without a unit and a state class.
  .refine(({ device_class, options }) => (device_class === 'enum') === (options !== undefined))
  .refine(
    ({ device_class, unit_of_measurement: unit, state_class }) => device_class !== 'enum' || !(unit || state_class),
  )

const button = z.strictObject({
  platform: z.literal('button'),
  ...common,
  command_topic: topic,
  payload_press: z.string().optional(),
  device_class: z.enum(['identify', 'restart', 'update']).optional(),
})

/** A component with a platform alone is removed. */
const removed = z.strictObject({ platform: z.enum(['binary_sensor', 'sensor', 'button']) })

export const deviceDiscovery = z.strictObject({
  device: z.strictObject({
    identifiers: z.array(z.string().min(1)).min(1),
    name: z.string().min(1),
    manufacturer: z.string().optional(),
    model: z.string().optional(),
    serial_number: z.string().optional(),
    sw_version: z.string().optional(),
    via_device: z.string().optional(),
  }),
  origin: z.strictObject({ name: z.string(), sw_version: z.string().optional(), support_url: z.url().optional() }),
  components: z.record(z.string().regex(/^[a-zA-Z0-9_-]+$/), z.union([binarySensor, sensor, button, removed])),
  qos: z.int().min(0).max(2).optional(),
})

/** `<prefix>/device/[<node>/]<object>/config`. */
export const discoveryTopic = /^[\w/-]+\/device\/([a-zA-Z0-9_-]+\/)?[a-zA-Z0-9_-]+\/config$/

/** Valid states of an entity; `None` is "unknown". */
export const isState = (
  component: { platform: string; device_class?: string | undefined; options?: readonly string[] | undefined },
  state: string,
): boolean => {
  if (state === 'None') return true
  if (component.platform === 'binary_sensor') return ['ON', 'OFF'].includes(state)
  if (component.device_class === 'timestamp') return z.iso.datetime({ offset: true }).safeParse(state).success
  if (component.options) return component.options.includes(state)
  return Number.isFinite(Number(state))
}
