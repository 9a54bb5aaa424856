/**
 * The units of the ingest measurement in their own process, to keep their CPU time apart from the server's. Sends
 * `ready` once all are connected; publishes each round whose number it receives, then returns the number.
 */
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import type mqtt from 'mqtt'
import { testFactoryKey } from '../server/src/testing/test-broker.ts'
import { connect } from './measure.ts'
import { benchUnits, messagesPerUnit, stateOf } from './states.ts'

/** Unacknowledged messages per unit. */
const inFlight = 20

const publishRound = async (clients: readonly mqtt.MqttClient[], round: number): Promise<void> => {
  await Promise.all(
    clients.map(async (client, index) => {
      const window: Promise<unknown>[] = []
      for (let seq = 1; seq <= messagesPerUnit; seq++) {
        window.push(client.publishAsync(benchUnits[index]?.topic ?? '', stateOf(round, seq), { qos: 1 }))
        if (window.length >= inFlight) await window.shift()
      }
      await Promise.all(window)
    }),
  )
}

const [, , url = ''] = process.argv
const clients = await Promise.all(
  benchUnits.map(({ unit }) =>
    connect(url, { clientId: unit, username: unit, password: unitPassword(testFactoryKey, unit) }),
  ),
)
process.on('message', (round: number) => {
  void publishRound(clients, round).then(() => process.send?.(round))
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
