import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import {
  type AckMessage,
  ackMessage,
  type CommandMessage,
  commandMessage,
} from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, type UpChannel, upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt from 'mqtt'

const reconnectMs = 700

type LineOptions = {
  unit: string
  life: string
  boot: number
  brokerUrl: string
  factoryKey: string
  readClock(): string
  onConnected(): void
  onCommand(command: CommandMessage): void
  onAck(ack: AckMessage): void
}

/** The MQTT connection of a unit with a ledger, by docs/protocol; an unsendable message is lost. */
export const openUnitLine = ({ unit, life, boot, brokerUrl, factoryKey, readClock, ...handlers }: LineOptions) => {
  let connection = 0
  const createWill = () => ({
    topic: upTopic(unit, 'online'),
    payload: Buffer.from(JSON.stringify({ life, boot, connection, online: false })),
    qos: 1 as const,
    retain: true,
  })
  const client = mqtt.connect(brokerUrl, {
    clientId: unit,
    username: unit,
    password: unitPassword(factoryKey, unit),
    clean: false,
    keepalive: 30,
    reconnectPeriod: reconnectMs,
    reconnectOnConnackError: true,
    connectTimeout: 5_000,
    manualConnect: true,
    resubscribe: false,
    will: createWill(),
  })
  const publish = (channel: UpChannel, message: object, retain = false): void => {
    if (client.connected) client.publish(upTopic(unit, channel), JSON.stringify(message), { qos: 1, retain })
  }
  const sendBirth = (): void => publish('online', { life, boot, connection, online: true, at: readClock() }, true)

  client.on('message', (topic, payload) => {
    const content: unknown = JSON.parse(payload.toString())
    if (topic === downTopic(unit, 'command')) handlers.onCommand(commandMessage.parse(content))
    if (topic === downTopic(unit, 'ack')) handlers.onAck(ackMessage.parse(content))
  })
  client.on('connect', () => {
    // Subscribe even in a resumed session: after an early disconnect the broker has the session without its
    // subscription.
    client.subscribe(`v1/${unit}/down/+`, { qos: 1 })
    sendBirth()
    handlers.onConnected()
  })
  client.on('close', () => {
    connection++
    client.options.will = createWill()
  })
  client.on('error', () => undefined)
  return { publish, sendBirth, connect: () => void client.connect() }
}
