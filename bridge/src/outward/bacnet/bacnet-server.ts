import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { BlockList } from 'node:net'
import type { Clock } from '../../clock.ts'
import { isAddressAllowed } from '../allowed-addresses.ts'
import type { Outlet, OutletTarget } from '../outlet.ts'
import { RecentClients } from '../recent-clients.ts'
import { CovSubscriptions } from './cov.ts'
import { abortReasons, BacnetError, BacnetReject, rejectReasons, unconfirmed } from './numbers.ts'
import { findObject, listObjects } from './objects.ts'
import { type Apdu, buildApdu, buildPacket, type Peer, parseApdu, parsePacket } from './packet.ts'
import { iAmData } from './properties.ts'
import { errorData, iHaveData, isAskedFor, type ServiceContext, serveConfirmed } from './services.ts'

export type BacnetOptions = OutletTarget & {
  host: string
  port: number
  deviceInstance: number
  plantId: string
  /** Allowed addresses; null for all. */
  allowed: BlockList | null
  clock: Clock
}

/** Maximum writes waiting for the platform. */
const maxWaiting = 100

type Confirmed = Extract<Apdu, { kind: 'confirmed' }>

/** BACnet/IP device of a plant. Without segmentation: an answer too long for one packet is refused. */
export class BacnetServer implements Outlet {
  readonly name = 'BACnet/IP'
  readonly clients: RecentClients
  readonly #options: BacnetOptions
  readonly #socket: Socket
  readonly #cov: CovSubscriptions
  readonly #service: ServiceContext
  /** Requests in progress: a repeated one is not done twice. */
  readonly #underWay = new Set<string>()
  #objects = ''
  #databaseRevision = 0
  #port = 0

  private constructor(options: BacnetOptions) {
    const { deviceInstance, plantId, clock, now, state } = options
    this.#options = options
    this.#socket = createSocket({
      type: 'udp4',
      // Addresses are numbers: nothing is looked up, and a datagram leaves at once.
      lookup: (host, _, callback) => callback(null, host, 4),
    })
    this.#cov = new CovSubscriptions({
      deviceInstance,
      clock,
      now,
      find: (id) => {
        const plant = state()
        return plant ? findObject(plant, id) : undefined
      },
      send: (peer, apdu, expectsReply) => {
        this.clients.note(peer.address)
        this.#send(peer, apdu, expectsReply)
      },
    })
    this.clients = new RecentClients(now, () => this.#cov.subscribers)
    const databaseRevision = () => this.#databaseRevision
    this.#service = { ...options, deviceInstance, plantId, cov: this.#cov, databaseRevision }
  }

  static async open(options: BacnetOptions): Promise<BacnetServer> {
    const server = new BacnetServer(options)
    await server.#listen()
    return server
  }

  get address(): string {
    return `${this.#options.host}:${this.#port}`
  }

  changed(): void {
    const plant = this.#options.state()
    const objects = plant
      ? listObjects(plant)
          .map(({ type, instance }) => `${type}.${instance}`)
          .join()
      : ''
    // A revision must only grow, also over restarts.
    if (objects !== this.#objects) this.#databaseRevision = Math.floor(this.#options.now().getTime() / 1_000)
    this.#objects = objects
    this.#cov.notify()
  }

  async close(): Promise<void> {
    // Clients learn by their subscriptions of unreliable values.
    this.#cov.notify()
    this.#cov.close()
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()))
  }

  async #listen(): Promise<void> {
    const { host, port, deviceInstance } = this.#options
    const listening = once(this.#socket, 'listening')
    this.#socket.bind(port, host)
    await listening.catch((error: unknown) => {
      this.#socket.close()
      throw error
    })
    this.#port = this.#socket.address().port
    this.#socket.on('message', (bytes, from) => this.#receive(bytes, from))
    // A client no longer there answers with ICMP errors.
    this.#socket.on('error', () => undefined)
    this.changed()
    this.#announce(buildApdu.unconfirmed(unconfirmed.iAm, iAmData(deviceInstance)))
  }

  /** I-Am to the local network, where the socket may broadcast. */
  #announce(apdu: Buffer): void {
    if (this.#options.host !== '0.0.0.0') return
    this.#socket.setBroadcast(true)
    this.#socket.send(buildPacket(apdu, null), this.#port, '255.255.255.255', () => undefined)
  }

  #receive(bytes: Buffer, from: RemoteInfo): void {
    if (!isAddressAllowed(this.#options.allowed, from.address)) return
    const packet = parsePacket(bytes, from)
    if (packet.kind === 'refused') this.#socket.send(packet.answer, from.port, from.address)
    if (packet.kind !== 'apdu' || !isAddressAllowed(this.#options.allowed, packet.peer.address)) return
    const apdu = parseApdu(packet.apdu)
    if (apdu.kind === 'confirmed') {
      this.clients.note(packet.peer.address)
      void this.#serve(apdu, packet.peer)
    }
    if (apdu.kind === 'unconfirmed') this.#hear(apdu.service, apdu.data, packet.peer)
    else if (apdu.kind === 'answer') this.#cov.answered(apdu.invokeId, apdu.isGood)
  }

  async #serve(request: Confirmed, peer: Peer): Promise<void> {
    const { invokeId, service, isSegmented, maxAnswer } = request
    const key = `${peer.address}:${peer.port} ${peer.network?.number} ${peer.network?.mac.toString('hex')} ${invokeId}`
    if (this.#underWay.has(key) || this.#underWay.size >= maxWaiting) return
    this.#underWay.add(key)
    try {
      if (isSegmented) return this.#send(peer, buildApdu.abort(invokeId, abortReasons.segmentationNotSupported))
      const data = await serveConfirmed(request, this.#service, peer)
      const answer = data ? buildApdu.complexAck(invokeId, service, data) : buildApdu.simpleAck(invokeId, service)
      const fits = answer.length <= maxAnswer
      this.#send(peer, fits ? answer : buildApdu.abort(invokeId, abortReasons.segmentationNotSupported))
      this.#cov.notifyFresh()
    } catch (error) {
      this.#send(peer, this.#refusalOf(request, error))
    } finally {
      this.#underWay.delete(key)
    }
  }

  #refusalOf({ invokeId, service }: Confirmed, error: unknown): Buffer {
    if (error instanceof BacnetError) return buildApdu.error(invokeId, service, errorData(error))
    return buildApdu.reject(invokeId, error instanceof BacnetReject ? error.reason : rejectReasons.other)
  }

  #hear(service: number, data: Buffer, peer: Peer): void {
    try {
      if (service === unconfirmed.whoIs && isAskedFor(data, this.#options.deviceInstance))
        this.#send(peer, buildApdu.unconfirmed(unconfirmed.iAm, iAmData(this.#options.deviceInstance)))
      const found = service === unconfirmed.whoHas ? iHaveData(data, this.#service) : null
      if (found) this.#send(peer, buildApdu.unconfirmed(unconfirmed.iHave, found))
    } catch (error) {
      // An unconfirmed, unreadable request has no answer.
      if (!(error instanceof BacnetReject) && !(error instanceof BacnetError)) throw error
    }
  }

  #send({ address, port, network }: Peer, apdu: Buffer, expectsReply = false): void {
    this.#socket.send(buildPacket(apdu, network, expectsReply), port, address, () => undefined)
  }
}
