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

/** MQTT connection of a unit (docs/protocol). */
export class UnitLine {
  readonly #options: LineOptions
  readonly #client: MqttClient
  /** Number of the present connection, or of the next attempt. */
  #connection = 0
  #isStarted = false
  #isAway = false
  /** Answers finished while offline, at most one per received command. */
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
      // Random: units with the same lost broker do not reconnect simultaneously.
      reconnectPeriod: 1_000 + Math.floor(Math.random() * 2_000),
      // A starting server refuses connections for a moment.
      reconnectOnConnackError: true,
      connectTimeout: 30_000,
      manualConnect: true,
      resubscribe: false,
      will: this.#will(),
    })
    this.#client = client
    // Before connecting, because commands queued at the broker arrive with the CONNACK.
    client.on('message', (topic, payload) => this.#receive(topic, payload))
    client.on('connect', () => {
      if ('setNoDelay' in client.stream)
        (client.stream as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true)
      // Also for a persistent session, because a session whose connection broke early may lack the subscription.
      client.subscribe(downTopic(unit, 'command').replace(/command$/, '+'), { qos: 1 })
      this.onlineText()
      for (const answer of this.#unsaid.splice(0)) this.publish('response', answer)
      options.onConnected()
    })
    // The broker may hold a will from an incomplete attempt: the next attempt gets its own number.
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

  /** Drops the connection without DISCONNECT; it reconnects automatically. */
  drop(): void {
    if (this.#client.connected) this.#client.stream.destroy()
  }

  /** Drops the connection and stays offline until `comeBack`. */
  goAway(): void {
    if (this.#isAway) return
    this.#isAway = true
    // Without DISCONNECT: the broker publishes the will.
    this.#client.stream.destroy()
    this.#client.end(true)
  }

  comeBack(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#client.reconnect()
  }

  /** Restarts the unit and reconnects. */
  restart(): void {
    this.#connection = 0
    this.drop()
  }

  onlineText(): void {
    this.publish('online', this.#online(true), true)
  }

  /**
   * Offline, a `response` waits for the next birth; other messages are repeated by then, or by their acknowledgment.
   */
  publish(channel: UpChannel, payload: string, retain = false): void {
    if (!this.#client.connected && channel === 'response') this.#unsaid.push(payload)
    if (this.#client.connected) this.#client.publish(upTopic(this.#options.unit, channel), payload, { qos: 1, retain })
  }

  async close(): Promise<void> {
    // A unit being switched off sends no DISCONNECT: its will reports it. A client without a first connection cannot be
    // ended.
    if (this.#isStarted && !this.#isAway) await this.#client.endAsync(true)
  }

  #will(): NonNullable<IClientOptions['will']> {
    const topic = upTopic(this.#options.unit, 'online')
    return { topic, payload: Buffer.from(this.#online(false)), qos: 1, retain: true }
  }

  #online(online: boolean): string {
    const { boot, clock } = this.#options
    const numbers = { life: boot.life, boot: boot.number, connection: this.#connection }
    const message: OnlineMessage = { ...numbers, online, ...(online && { at: clock.reportedTime() }) }
    return JSON.stringify(message)
  }

  #receive(topic: string, payload: Buffer): void {
    const channel = topic.slice(topic.lastIndexOf('/') + 1) as DownChannel
    try {
      const content: unknown = JSON.parse(payload.toString())
      if (channel === 'command') this.#options.onCommand(commandMessage.parse(content))
      if (channel === 'ack') this.#options.onAck(ackMessage.parse(content))
    } catch {
      // A unit ignores unreadable messages, because it has nobody to report them to.
    }
  }
}
