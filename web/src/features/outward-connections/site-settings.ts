import { type OutwardKind, outwardKinds } from '@vigilux/contract/features/outward-connections/outward-connection.ts'

/** The settings of each interface in `/etc/vigilux/outward.env`, with values to replace. */
const examples: Record<OutwardKind, readonly (readonly [name: string, value: string])[]> = {
  bacnet: [
    ['OUTWARD_BACNET', '0.0.0.0:47808'],
    ['OUTWARD_BACNET_DEVICE', '260001'],
  ],
  modbus: [['OUTWARD_MODBUS', '0.0.0.0:502']],
  mqtt: [
    ['OUTWARD_MQTT', 'mqtts://broker.example'],
    ['OUTWARD_MQTT_USER', 'vigilux'],
    ['OUTWARD_MQTT_PASSWORD_FILE', '/etc/vigilux/outward-mqtt.password'],
  ],
}

export const settingsOfKind: Record<OutwardKind, readonly string[]> = {
  bacnet: examples.bacnet.map(([name]) => name),
  modbus: examples.modbus.map(([name]) => name),
  mqtt: examples.mqtt.map(([name]) => name),
}

/** The settings of a site computer, without secrets, which exist only in its own files. */
export const siteSettings = (server: string, plantId: string, kinds: readonly OutwardKind[]): string =>
  [
    ['OUTWARD_SERVER', server],
    ['OUTWARD_PLANT', plantId],
    ['OUTWARD_TOKEN_FILE', '/etc/vigilux/outward.token'],
    ...outwardKinds.filter((kind) => kinds.includes(kind)).flatMap((kind) => examples[kind]),
  ]
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
