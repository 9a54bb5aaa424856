import { once } from 'node:events'
import { createServer } from 'node:net'
import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import { Aedes, type Client, type ConnectPacket } from 'aedes'

/** Events on the connection of a unit, in their order. */
export type UnitEvent = { at: number } & (
  | { what: 'connect'; packet: ConnectPacket; isPasswordRight: boolean }
  | { what: 'subscribe'; topic: string; qos: number }
  | { what: 'publish'; topic: string; payload: Buffer; retain: boolean; qos: number }
  | { what: 'close' }
)

export type ObservedBroker = {
  port: number
  events: readonly UnitEvent[]
  /** Publishes on a topic of the unit at QoS 1. */
  send(topic: string, payload: string): Promise<void>
  /** Ends the connection of the unit without a word, as a broken line does. */
  drop(): void
  isConnected(): boolean
  close(): Promise<void>
}

/** A broker for one unit, which allows everything and writes down the unit's actions. */
export const openObservedBroker = async (unit: string, factoryKey: string, port: number): Promise<ObservedBroker> => {
  const events: UnitEvent[] = []
  let connected: Client | null = null
  const password = unitPassword(factoryKey, unit)
  const broker = await Aedes.createBroker({
    preConnect: (client, packet, done) => {
      const isPasswordRight = packet.username === unit && String(packet.password) === password
      events.push({ at: performance.now(), what: 'connect', packet, isPasswordRight })
      const isOurs = packet.clientId === unit
      if (isOurs) connected = client
      done(isOurs ? null : new Error('another unit'), isOurs)
    },
  })
  broker.on('clientDisconnect', (client) => {
    if (connected !== client) return
    connected = null
    events.push({ at: performance.now(), what: 'close' })
  })
  broker.on('subscribe', (subscriptions) => {
    for (const { topic, qos } of subscriptions) events.push({ at: performance.now(), what: 'subscribe', topic, qos })
  })
  broker.on('publish', ({ topic, payload, retain, qos }, client) => {
    if (!client || client.id !== unit) return
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
    events.push({ at: performance.now(), what: 'publish', topic, payload: bytes, retain, qos })
  })
  broker.on('clientError', () => undefined)
  broker.on('connectionError', () => undefined)
  const server = createServer(broker.handle)
  server.listen(port, '0.0.0.0')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    events,
    send: (topic, payload) =>
      new Promise((resolve, reject) => {
        broker.publish(
          { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 1, retain: false, dup: false },
          (error) => (error ? reject(error) : resolve()),
        )
      }),
    drop: () => connected?.conn.destroy(),
    isConnected: () => connected !== null,
    async close() {
      await new Promise<void>((resolve) => broker.close(resolve))
      server.close()
    },
  }
}
