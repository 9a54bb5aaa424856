import {
  type AckMessage,
  ackMessage,
  type CommandMessage,
  commandMessage,
  type OnlineMessage,
} from '@vigilux/device-plane/envelope.wire.ts'
import { downTopic, type UpChannel, upTopic } from '@vigilux/device-plane/topics.ts'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'

export type PlatformLinkOptions = {
  url: string
  unit: string
  password: string
  /** Certificate authority of the broker, if it is not a public one. */
  ca: string | null
  /** Life and boot of the unit at this moment. */
  numbers(): { life: string; boot: number }
  reportedTime(): string
  onConnected(): void
  onCommand(command: CommandMessage): void
  onAck(ack: AckMessage): void
  /** Called once for each different reason of failed connections. */
  onTrouble(why: string): void
}

/** The parts of the connection used by the unit. */
export type Link = Pick<PlatformLink, 'isConnected' | 'connect' | 'restart' | 'sayOnline' | 'publish' | 'close'>

/** MQTT connection to the platform, as docs/protocol/topics.md says. */
export class PlatformLink {
  readonly #options: PlatformLinkOptions
  readonly #client: MqttClient
  /** Number of the present connection, or of the next attempt. */
  #connection = 0
  /** Answers finished without a connection. */
  #unsentAnswers: string[] = []
  #lastTrouble = ''

  constructor(options: PlatformLinkOptions) {
    this.#options = options
    const { url, unit, password, ca } = options
    const client = mqtt.connect(url, {
      clientId: unit,
      username: unit,
      password,
      clean: false,
      keepalive: 60,
      reconnectPeriod: 1_000 + Math.floor(Math.random() * 2_000),
      reconnectOnConnackError: true,
      connectTimeout: 30_000,
      manualConnect: true,
      resubscribe: false,
      will: this.#will(),
      ...(ca && { ca }),
    })
    this.#client = client
    client.on('message', (topic, payload) => this.#receive(topic, payload))
    client.on('connect', () => this.#connected())
    // A broker may hold the will of an incomplete attempt: each attempt has its own number.
    client.on('close', () => {
      this.#connection++
      client.options.will = this.#will()
    })
    client.on('error', (error) => this.#trouble(error.message))
  }

  get isConnected(): boolean {
    return this.#client.connected
  }

  connect(): void {
    this.#client.connect()
  }

  /** The unit starts again: its connections count from 0. */
  restart(): void {
    this.#connection = 0
    if (this.#client.connected) this.#client.stream.destroy()
  }

  sayOnline(): void {
    this.publish('online', this.#online(true), true)
  }

  /** Without a connection an answer waits, and everything else is sent again after it. */
  publish(channel: UpChannel, payload: string, retain = false): void {
    if (this.#client.connected) this.#client.publish(upTopic(this.#options.unit, channel), payload, { qos: 1, retain })
    else if (channel === 'response') this.#unsentAnswers = [...this.#unsentAnswers, payload].slice(-200)
  }

  /** Ends without a DISCONNECT: the broker publishes the will. */
  async close(): Promise<void> {
    await this.#client.endAsync(true)
  }

  #connected(): void {
    this.#lastTrouble = ''
    const { stream } = this.#client
    if ('setNoDelay' in stream) (stream as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true)
    this.#client.subscribe(downTopic(this.#options.unit, 'command').replace(/command$/, '+'), { qos: 1 })
    this.sayOnline()
    for (const answer of this.#unsentAnswers.splice(0)) this.publish('response', answer)
    this.#options.onConnected()
  }

  #trouble(why: string): void {
    if (why === this.#lastTrouble) return
    this.#lastTrouble = why
    this.#options.onTrouble(why)
  }

  #will(): NonNullable<IClientOptions['will']> {
    const topic = upTopic(this.#options.unit, 'online')
    return { topic, payload: Buffer.from(this.#online(false)), qos: 1, retain: true }
  }

  #online(online: boolean): string {
    const numbers = { ...this.#options.numbers(), connection: this.#connection }
    const message: OnlineMessage = { ...numbers, online, ...(online && { at: this.#options.reportedTime() }) }
    return JSON.stringify(message)
  }

  #receive(topic: string, payload: Buffer): void {
    const channel = topic.slice(topic.lastIndexOf('/') + 1)
    try {
      const content: unknown = JSON.parse(payload.toString())
      if (channel === 'command') this.#options.onCommand(commandMessage.parse(content))
      if (channel === 'ack') this.#options.onAck(ackMessage.parse(content))
    } catch {
      // An unreadable message has nobody to report it to.
    }
  }
}
