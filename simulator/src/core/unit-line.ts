import { unitPassword } from '@vigilux/device-plane/credentials.ts'
import {
  type AckMessage,
  ackMessage,
  type CommandMessage,
  commandMessage,
  type OnlineMessage,
} from '@vigilux/device-plane/envelope.wire.ts'
import { type DownChannel, downTopic, type UpChannel, upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type { Boot, UnitClock } from './clock.ts'

export type LineOptions = {
  unit: string
  boot: Boot
  clock: UnitClock
  brokerUrl: string
  factoryKey: string
  onConnected(): void
  onCommand(command: CommandMessage): void
  onAck(ack: AckMessage): void
}

/** A unit's MQTT connection, as docs/protocol describes it. */
export class UnitLine {
  readonly #options: LineOptions
  readonly #client: MqttClient
  /** Of the connection that there is, or of the next attempt. */
  #connection = 0
  #isStarted = false
  #isAway = false
  /** Answers that ended while there was no connection, at most one for each command that came. */
  #unsaid: string[] = []

  constructor(options: LineOptions) {
    this.#options = options
    const { unit, brokerUrl, factoryKey } = options
    const client = mqtt.connect(brokerUrl, {
      clientId: unit,
      username: unit,
      password: unitPassword(factoryKey, unit),
      clean: false,
      keepalive: 60,
      // Units that lost the same broker do not come back in the same instant.
      reconnectPeriod: 1_000 + Math.floor(Math.random() * 2_000),
      // A server that is starting refuses everybody for a moment.
      reconnectOnConnackError: true,
      connectTimeout: 30_000,
      manualConnect: true,
      resubscribe: false,
      will: this.#will(),
    })
    this.#client = client
    // Before connecting: commands that waited at the broker come with the CONNACK.
    client.on('message', (topic, payload) => this.#receive(topic, payload))
    client.on('connect', () => {
      if ('setNoDelay' in client.stream)
        (client.stream as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true)
      // Also to a session that the broker kept: of a connection that broke off early it knows the session and no subscription.
      client.subscribe(downTopic(unit, 'command').replace(/command$/, '+'), { qos: 1 })
      this.onlineText()
      for (const answer of this.#unsaid.splice(0)) this.publish('response', answer)
      options.onConnected()
    })
    // A broker may have taken a will from an attempt of which the unit never knew: the next one has a number of its own.
    client.on('close', () => {
      this.#connection++
      client.options.will = this.#will()
    })
    client.on('error', () => {})
  }

  get isConnected(): boolean {
    return this.#client.connected
  }

  connect(): void {
    this.#isStarted = true
    this.#client.connect()
  }

  /** Loses the connection without a farewell; it comes back by itself. */
  drop(): void {
    if (this.#client.connected) this.#client.stream.destroy()
  }

  /** Loses the connection, and stays away until it is told to come back. */
  goAway(): void {
    if (this.#isAway) return
    this.#isAway = true
    // Not a farewell: the broker publishes the will.
    this.#client.stream.destroy()
    this.#client.end(true)
  }

  comeBack(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#client.reconnect()
  }

  /** The unit starts again, and connects anew. */
  restart(): void {
    this.#connection = 0
    this.drop()
  }

  onlineText(): void {
    this.publish('online', this.#online(true), true)
  }

  /** Without a connection a `response` waits for the next birth; all else is told anew by then, or by its acknowledgement. */
  publish(channel: UpChannel, payload: string, retain = false): void {
    if (!this.#client.connected && channel === 'response') this.#unsaid.push(payload)
    if (this.#client.connected) this.#client.publish(upTopic(this.#options.unit, channel), payload, { qos: 1, retain })
  }

  async close(): Promise<void> {
    // A unit that is switched off falls silent: its will is what reports it.
    // A client that was never told to connect cannot be ended.
    if (this.#isStarted && !this.#isAway) await this.#client.endAsync(true)
  }

  #will(): NonNullable<IClientOptions['will']> {
    const topic = upTopic(this.#options.unit, 'online')
    return { topic, payload: Buffer.from(this.#online(false)), qos: 1, retain: true }
  }

  #online(online: boolean): string {
    const { boot, clock } = this.#options
    const numbers = { life: boot.life, boot: boot.number, connection: this.#connection }
    const message: OnlineMessage = { ...numbers, online, ...(online && { at: clock.told() }) }
    return JSON.stringify(message)
  }

  #receive(topic: string, payload: Buffer): void {
    const channel = topic.slice(topic.lastIndexOf('/') + 1) as DownChannel
    try {
      const content: unknown = JSON.parse(payload.toString())
      if (channel === 'command') this.#options.onCommand(commandMessage.parse(content))
      if (channel === 'ack') this.#options.onAck(ackMessage.parse(content))
    } catch {
      // What a unit cannot read it ignores: there is nobody to report it to.
    }
  }
}
