import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import type { Outlet, OutletStatus, OutletTarget } from '../outlet.ts'
import { brokerFailureOf } from '../outlet-failure.ts'
import { testStates } from '../points.ts'
import {
  availabilityTopic,
  bridgeTopic,
  commandTopic,
  componentsOf,
  configTopic,
  discoveryOf,
  type Names,
  stateTopic,
} from './discovery.ts'
import { type Device, devicesOf } from './entities.ts'
import type { PublishedDevices } from './published-devices.ts'

export type BrokerSettings = {
  url: string
  user: string | null
  password: string | null
  ca: string | null
  /** First part of the topics of discovery. */
  prefix: string
}

export type HomeAssistantOptions = OutletTarget & {
  broker: BrokerSettings
  plantId: string
  published: PublishedDevices
  /** Connects only to take away retained messages of the broker. */
  isWithdrawing: boolean
  /** The status changed. */
  onStatus(): void
  print(event: string, details?: object): void
}

/** How long the end of the token waits for an absent broker. */
const farewellMs = 5_000
const maxPayload = 100
const unknown = 'None'

type Components = ReturnType<PublishedDevices['componentsOf']>

/** Publishes the plant on a customer's broker. States and discovery are retained, so Home Assistant may start later. */
export class HomeAssistantPublisher implements Outlet {
  readonly name = 'MQTT for Home Assistant'
  readonly address: string
  readonly #options: HomeAssistantOptions
  readonly #names: Names
  readonly #client: MqttClient
  /** Retained messages of the broker, by topic. */
  readonly #sent = new Map<string, string>()
  #lastTrouble = ''
  #status: OutletStatus = { state: 'connecting', failure: null }

  constructor(options: HomeAssistantOptions) {
    const { broker, plantId } = options
    this.#options = options
    this.address = broker.url
    this.#names = { plantId, prefix: broker.prefix }
    this.#client = mqtt.connect(broker.url, {
      clientId: `vigilux-${plantId}`,
      ...(broker.user !== null && { username: broker.user }),
      ...(broker.password !== null && { password: broker.password }),
      ...(broker.ca !== null && { ca: broker.ca }),
      keepalive: 30,
      reconnectPeriod: 5_000,
      reconnectOnConnackError: true,
      queueQoSZero: false,
      will: { topic: bridgeTopic(this.#names), payload: Buffer.from('offline'), qos: 1, retain: true },
    })
    this.#client.on('connect', () => this.#connected())
    this.#client.on('close', () => this.#closed())
    this.#client.on('error', (error) => this.#trouble(error))
    this.#client.on('message', (topic, payload, packet) => this.#receive(topic, payload, packet))
  }

  get status(): OutletStatus {
    return this.#status
  }

  changed(): void {
    const plant = this.#options.state()
    if (!plant || !this.#client.connected || this.#options.isWithdrawing) return
    const devices = devicesOf(plant)
    this.#publish(bridgeTopic(this.#names), plant.isLive ? 'online' : 'offline')
    for (const device of devices) this.#publishDevice(device)
    const keys = new Set(devices.map(({ key }) => key))
    for (const key of this.#options.published.keys) if (!keys.has(key)) this.#removeDevice(key)
  }

  async close(isFinal: boolean): Promise<void> {
    if (this.#client.connected) {
      this.#publish(bridgeTopic(this.#names), 'offline')
      if (isFinal) this.#removeAll()
    }
    const timeout = setTimeout(() => this.#client.end(true), farewellMs)
    await this.#client.endAsync()
    clearTimeout(timeout)
  }

  #connected(): void {
    this.#lastTrouble = ''
    this.#sent.clear()
    if (this.#options.isWithdrawing) {
      this.#removeAll()
      void this.close(false)
      return
    }
    this.#setStatus({ state: 'open', failure: null })
    this.#options.print('broker connected')
    if (this.#options.commands.isEnabled) this.#client.subscribe(commandTopic(this.#names, '+'), { qos: 1 })
    this.changed()
  }

  #closed(): void {
    if (this.#status.state === 'open') this.#setStatus({ state: 'failed', failure: 'brokerUnreachable' })
  }

  #trouble(error: Error): void {
    this.#setStatus({ state: 'failed', failure: brokerFailureOf(error) })
    const why = error.message
    if (why === this.#lastTrouble) return
    this.#lastTrouble = why
    this.#options.print('broker away', { why })
  }

  #setStatus(status: OutletStatus): void {
    const isSame = this.#status.state === status.state && this.#status.failure === status.failure
    this.#status = status
    if (!isSame) this.#options.onStatus()
  }

  #removeAll(): void {
    for (const key of this.#options.published.keys) this.#removeDevice(key)
  }

  #publishDevice(device: Device): void {
    const { published, commands } = this.#options
    const { key, isAvailable, entities } = device
    const options = { withButtons: commands.isEnabled }
    const components = componentsOf(this.#names, device, options.withButtons) as Record<string, { platform: string }>
    const current = Object.fromEntries(Object.entries(components).map(([name, { platform }]) => [name, platform]))
    const gone = Object.entries(published.componentsOf(key)).filter(([name]) => !(name in current))
    if (gone.length > 0) {
      const removed = Object.fromEntries(gone)
      this.#publish(
        configTopic(this.#names, key),
        JSON.stringify(discoveryOf(this.#names, device, { ...options, removed })),
      )
      for (const [name] of gone) this.#publish(stateTopic(this.#names, key, name), '')
    }
    this.#publish(configTopic(this.#names, key), JSON.stringify(discoveryOf(this.#names, device, options)))
    published.set(key, current as Components)
    this.#publish(availabilityTopic(this.#names, key), isAvailable ? 'online' : 'offline')
    for (const entity of entities) this.#publish(stateTopic(this.#names, key, entity.key), entity.state ?? unknown)
  }

  #removeDevice(key: string): void {
    const { published } = this.#options
    for (const name of Object.keys(published.componentsOf(key))) this.#publish(stateTopic(this.#names, key, name), '')
    this.#publish(availabilityTopic(this.#names, key), '')
    this.#publish(configTopic(this.#names, key), '')
    published.set(key, null)
  }

  #publish(topic: string, payload: string): void {
    if (this.#sent.get(topic) === payload) return
    this.#sent.set(topic, payload)
    this.#client.publish(topic, payload, { qos: 1, retain: true })
  }

  /** Presses of buttons. A retained one is from the past. */
  #receive(topic: string, payload: Buffer, { retain }: IPublishPacket): void {
    const plant = this.#options.state()
    const unit = plant?.units.find((one) => commandTopic(this.#names, one.topic) === topic)
    const state = payload.length <= maxPayload ? payload.toString() : ''
    if (retain || !unit || !(testStates as readonly string[]).includes(state)) return
    // The outcome is in the journal, and the state of the test shows it.
    void this.#options.commands.setTest(unit, state)
  }
}
