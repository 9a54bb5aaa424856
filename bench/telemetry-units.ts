/**
 * The units of the telemetry burst in their own process. Started with the broker's address; sends `ready` once all are
 * connected and have introduced themselves, and reports the moments it receives.
 */
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import type mqtt from 'mqtt'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { connect } from './measure.ts'
import { burstUnits, createTelemetry, life } from './telemetry-messages.ts'

export type Order = { first: number; count: number; units: number }

const connectAtOnce = 50
const [, , url = ''] = process.argv
const clients: mqtt.MqttClient[] = []
for (let at = 0; at < burstUnits.length; at += connectAtOnce)
  clients.push(
    ...(await Promise.all(
      burstUnits.slice(at, at + connectAtOnce).map(async ({ unit }) => {
        const password = unitPassword(testFactoryKey, unit)
        const client = await connect(url, { clientId: unit, username: unit, password })
        const birthMessage = { life, boot: 1, connection: 0, online: true, at: new Date().toISOString() }
        await client.publishAsync(`v1/${unit}/up/online`, JSON.stringify(birthMessage), { qos: 1, retain: true })
        return client
      }),
    )),
  )
process.on('message', ({ first, count, units }: Order) => {
  const telemetry = createTelemetry(first, count)
  const all = burstUnits
    .slice(0, units)
    .map(({ unit }, n) => clients[n]?.publishAsync(`v1/${unit}/up/telemetry`, telemetry, { qos: 1 }))
  void Promise.all(all).then(() => process.send?.('told'))
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
