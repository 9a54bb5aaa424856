import { randomBytes, randomUUID } from 'node:crypto'
import type { IPublishPacket, MqttClient, Packet } from 'mqtt'
import { busPrefix } from './topic-rights.ts'

export const selfTestPrefix = `${busPrefix}self-test/`

const answerWithinMs = 10_000
const bigPayloadBytes = 200 * 1024

/** The next message on a topic with the condition met. */
const waitForPacket = async (
  client: MqttClient,
  topic: string,
  isWanted: (packet: IPublishPacket) => boolean,
  requirement: string,
) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const checkPacket = (packet: Packet): void => {
    if (packet.cmd === 'publish' && packet.topic === topic && isWanted(packet)) resolve()
  }
  const timeout = setTimeout(
    reject,
    answerWithinMs,
    new Error(`The MQTT broker does not meet what is needed: ${requirement}`),
  )
  client.on('packetreceive', checkPacket)
  await promise.finally(() => {
    clearTimeout(timeout)
    client.off('packetreceive', checkPacket)
  })
}

const sharedMessages = 8

/** Tests that the broker delivers each message to one member of a group, and loses none. */
const testSharing = async (topic: string, members: readonly MqttClient[], writer: MqttClient): Promise<void> => {
  const filter = `$share/self-test/${topic}`
  const receivedPayloads: string[] = []
  const allReceived = Promise.withResolvers<void>()
  const timeout = setTimeout(
    allReceived.reject,
    answerWithinMs,
    new Error('The MQTT broker does not meet what is needed: shared subscriptions'),
  )
  const checkPacket = (packet: Packet): void => {
    if (packet.cmd !== 'publish' || packet.topic !== topic) return
    receivedPayloads.push(String(packet.payload))
    if (new Set(receivedPayloads).size === sharedMessages) allReceived.resolve()
  }
  for (const member of members) member.on('packetreceive', checkPacket)
  try {
    await Promise.all(members.map((member) => member.subscribeAsync(filter, { qos: 1 })))
    const numbers = Array.from({ length: sharedMessages }, (_, at) => String(at))
    await Promise.all([...numbers.map((number) => writer.publishAsync(topic, number, { qos: 1 })), allReceived.promise])
    if (receivedPayloads.length > sharedMessages)
      throw new Error('The MQTT broker gives a shared message to more than one server')
  } finally {
    clearTimeout(timeout)
    for (const member of members) member.off('packetreceive', checkPacket)
    await Promise.all(members.map((member) => member.unsubscribeAsync(filter)))
  }
}

/**
 * Tests on the actual broker: delivery at QoS 1, packets of the maximum size, retained messages and, with several
 * servers, shared subscriptions.
 */
export const runBrokerSelfTest = async (
  reader: MqttClient,
  writer: MqttClient,
  { sharing }: { sharing: boolean },
): Promise<void> => {
  const topic = `${selfTestPrefix}${randomUUID()}`
  const payload = randomBytes(bigPayloadBytes)
  const isWhole = (packet: IPublishPacket) => Buffer.isBuffer(packet.payload) && packet.payload.equals(payload)
  await reader.subscribeAsync(topic, { qos: 1 })
  const delivery = waitForPacket(
    reader,
    topic,
    (packet) => packet.qos === 1 && isWhole(packet),
    'delivery of 200 KiB at QoS 1',
  )
  await Promise.all([writer.publishAsync(topic, payload, { qos: 1, retain: true }), delivery])
  await reader.unsubscribeAsync(topic)
  const retainedReceived = waitForPacket(
    reader,
    topic,
    (packet) => packet.retain && isWhole(packet),
    'retained messages',
  )
  await Promise.all([reader.subscribeAsync(topic, { qos: 1 }), retainedReceived])
  await reader.unsubscribeAsync(topic)
  await writer.publishAsync(topic, '', { qos: 1, retain: true })
  if (sharing) await testSharing(`${topic}/shared`, [reader, writer], writer)
}
