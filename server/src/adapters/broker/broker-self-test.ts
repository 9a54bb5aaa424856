import { randomBytes, randomUUID } from 'node:crypto'
import type { IPublishPacket, MqttClient, Packet } from 'mqtt'
import { busPrefix } from './topic-rights.ts'

/** Messages here are the self-test's own and of no concern to anybody else. */
export const selfTestPrefix = `${busPrefix}self-test/`

const answerWithinMs = 10_000
const bigPayloadBytes = 200 * 1024

/** The next message on a topic that the wanted thing is true of. */
const heard = async (
  client: MqttClient,
  topic: string,
  isWanted: (packet: IPublishPacket) => boolean,
  what: string,
) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = (packet: Packet): void => {
    if (packet.cmd === 'publish' && packet.topic === topic && isWanted(packet)) resolve()
  }
  const late = setTimeout(reject, answerWithinMs, new Error(`The MQTT broker does not meet what is needed: ${what}`))
  client.on('packetreceive', look)
  await promise.finally(() => {
    clearTimeout(late)
    client.off('packetreceive', look)
  })
}

/** Proves on the real broker: delivery at QoS 1, packets of the largest size, and retained messages. */
export const runBrokerSelfTest = async (reader: MqttClient, writer: MqttClient): Promise<void> => {
  const topic = `${selfTestPrefix}${randomUUID()}`
  const payload = randomBytes(bigPayloadBytes)
  const isWhole = (packet: IPublishPacket) => Buffer.isBuffer(packet.payload) && packet.payload.equals(payload)
  const delivery = heard(reader, topic, (packet) => packet.qos === 1 && isWhole(packet), 'delivery of 200 KiB at QoS 1')
  await Promise.all([writer.publishAsync(topic, payload, { qos: 1, retain: true }), delivery])
  const kept = heard(reader, topic, (packet) => packet.retain && isWhole(packet), 'retained messages')
  await Promise.all([reader.subscribeAsync(topic, { qos: 1 }), kept])
  await reader.unsubscribeAsync(topic)
  await writer.publishAsync(topic, '', { qos: 1, retain: true })
}
