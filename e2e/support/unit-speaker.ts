import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { downTopic, upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt, { type MqttClient } from 'mqtt'
import { testFactoryKey } from '../../server/src/testing/test-broker.ts'
import { type ApiClient, pollUntil } from './api-client.ts'
import type { RunningProduct } from './running-product.ts'

/** Life id of each speaker. */
export const speakerLife = '0bad00000bad0000'
/** A unit with nothing but credentials: it answers every command as scripted. */
export const connectSpeaker = async (product: RunningProduct, unit: string) => {
  const client: MqttClient = await mqtt.connectAsync(product.unitMqttUrl, {
    clientId: unit,
    username: unit,
    password: unitPassword(testFactoryKey, unit),
    reconnectPeriod: 500,
    // A starting server refuses all connections for a moment.
    reconnectOnConnackError: true,
  })
  client.on('error', () => undefined)
  const acknowledged: number[] = []
  const publish = (channel: Parameters<typeof upTopic>[1], payload: string) =>
    client.publishAsync(upTopic(unit, channel), payload, { qos: 1 })
  client.on('message', (topic, payload) => {
    const content = JSON.parse(String(payload)) as { id: string; records: [number, number][] }
    if (topic === downTopic(unit, 'ack')) acknowledged.push(...content.records.map(([, seq]) => seq))
    else void publish('response', JSON.stringify({ life: speakerLife, id: content.id, state: 'done' }))
  })
  await client.subscribeAsync(`v1/${unit}/down/+`, { qos: 1 })
  const sendBirth = (at: string) =>
    publish('online', JSON.stringify({ life: speakerLife, boot: 1, connection: 0, online: true, at }))
  const record = (seq: number, kind = 'mains') =>
    publish(
      'record',
      JSON.stringify({ life: speakerLife, boot: 1, seq, at: new Date().toISOString(), kind, body: { on: 0 } }),
    )
  return { publish, sendBirth, record, acknowledged, end: () => client.endAsync(true) }
}
export type Speaker = Awaited<ReturnType<typeof connectSpeaker>>

/** A unit of the plant with messages only on request of the test. */
export const enrolSpeaker = async (product: RunningProduct, installer: ApiClient, plantId: string, topic: string) => {
  const speaker = await connectSpeaker(product, topic)
  await speaker.sendBirth(new Date().toISOString())
  await installer.call('saveCu', { plantId, cuType: 'logica', cuId: topic.slice(-6) })
  await installer.call('enrollCu', { plantId, topic })
  await pollUntil('the enrolment', async () => {
    const { enrolment } = await installer.call('enrollCuAck', { plantId, topic })
    return enrolment.outcome === 'ok'
  })
  return speaker
}
