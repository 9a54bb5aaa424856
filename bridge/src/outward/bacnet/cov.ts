import type { Clock, Timer } from '../../clock.ts'
import { context, encode, type ObjectId } from './encoding.ts'
import { BacnetError, confirmed, errorClasses, errorCodes, objectTypes, properties, unconfirmed } from './numbers.ts'
import type { PointObject } from './objects.ts'
import { buildApdu, type Peer } from './packet.ts'
import { covValues } from './properties.ts'

/** All objects of 300 lamps by two clients. */
export const maxSubscriptions = 6_000
const confirmTimeoutMs = 3_000
const maxAttempts = 4

type Subscription = {
  peer: Peer
  processId: number
  object: ObjectId
  isConfirmed: boolean
  /** Milliseconds of the clock; null without an end. */
  endsAt: number | null
  lastValue: Buffer | null
  lastFlags: Buffer | null
  /** A confirmed notification is under way. */
  invokeId: number | null
}

export type CovRequest = {
  processId: number
  object: ObjectId
  /** Absent together with the lifetime: the subscription is cancelled. */
  isConfirmed?: boolean | undefined
  lifetimeS?: number | undefined
}

export type CovOptions = {
  deviceInstance: number
  clock: Clock
  now(): Date
  find(id: ObjectId): PointObject | undefined
  send(peer: Peer, apdu: Buffer, expectsReply: boolean): void
}

const keyOf = (peer: Peer, processId: number, { type, instance }: ObjectId): string => {
  const network = peer.network ? `${peer.network.number}/${peer.network.mac.toString('hex')}` : ''
  return [peer.address, peer.port, network, processId, type, instance].join(' ')
}

/** Subscribers of changes, by object. A change of the value or of a status flag counts. */
export class CovSubscriptions {
  readonly #options: CovOptions
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #waiting = new Map<number, { subscription: Subscription; attempts: number; apdu: Buffer; timer: Timer }>()
  readonly #fresh: Subscription[] = []
  #nextInvokeId = 0

  constructor(options: CovOptions) {
    this.#options = options
  }

  /** @throws BacnetError if there are too many */
  subscribe(peer: Peer, { processId, object, isConfirmed, lifetimeS }: CovRequest): void {
    const key = keyOf(peer, processId, object)
    const known = this.#subscriptions.get(key)
    if (isConfirmed === undefined && lifetimeS === undefined) return void this.#subscriptions.delete(key)
    if (!known && this.#subscriptions.size >= maxSubscriptions) this.#removeEnded()
    if (!known && this.#subscriptions.size >= maxSubscriptions)
      throw new BacnetError(errorClasses.resources, errorCodes.noSpaceForObject)
    const subscription: Subscription = {
      peer,
      processId,
      object,
      isConfirmed: isConfirmed ?? false,
      endsAt: lifetimeS ? this.#options.clock.now() + lifetimeS * 1_000 : null,
      lastValue: null,
      lastFlags: null,
      invokeId: known?.invokeId ?? null,
    }
    // A renewed subscription is the same one: an answer may be under way.
    const renewed = known ? Object.assign(known, subscription) : subscription
    this.#subscriptions.set(key, renewed)
    this.#fresh.push(renewed)
  }

  /** The first notifications, after the acknowledgement of their subscriptions. */
  notifyFresh(): void {
    for (const subscription of this.#fresh.splice(0)) this.#notifyOne(subscription)
  }

  /** Notifies of changes since the last notification. */
  notify(): void {
    this.#removeEnded()
    for (const subscription of this.#subscriptions.values()) this.#notifyOne(subscription)
  }

  /** The answer to a confirmed notification. A refusing client loses its subscription. */
  answered(invokeId: number, isGood: boolean): void {
    const waiting = this.#waiting.get(invokeId)
    if (!waiting) return
    this.#release(invokeId)
    const { subscription } = waiting
    const { peer, processId, object } = subscription
    const isCancelled = this.#subscriptions.get(keyOf(peer, processId, object)) !== subscription
    if (!isGood) this.#remove(subscription)
    else if (!isCancelled) this.#notifyOne(subscription)
  }

  /** Addresses of notified clients. */
  get subscribers(): Set<string> {
    this.#removeEnded()
    return new Set([...this.#subscriptions.values()].map(({ peer }) => peer.address))
  }

  /** As property values of the device. */
  list(): Buffer[] {
    this.#removeEnded()
    return [...this.#subscriptions.values()].map((subscription) => {
      const { peer, processId, object, isConfirmed } = subscription
      const mac = Buffer.alloc(6)
      for (const [at, part] of peer.address.split('.').entries()) mac[at] = Number(part)
      mac.writeUInt16BE(peer.port, 4)
      const { number, mac: address } = peer.network ?? { number: 0, mac }
      return Buffer.concat([
        context.group(
          0,
          context.group(0, context.group(1, encode.unsigned(number), encode.octets(address))),
          context.unsigned(1, processId),
        ),
        context.group(1, context.objectId(0, object), context.unsigned(1, properties.presentValue)),
        context.boolean(2, isConfirmed),
        context.unsigned(3, this.#secondsLeft(subscription)),
      ])
    })
  }

  close(): void {
    for (const invokeId of [...this.#waiting.keys()]) this.#release(invokeId)
    this.#subscriptions.clear()
  }

  #notifyOne(subscription: Subscription): void {
    if (subscription.invokeId !== null) return
    const object = this.#options.find(subscription.object)
    // The object has gone with its lamp or unit.
    if (!object) {
      this.#remove(subscription)
      return
    }
    const { value, flags } = covValues(object, this.#options.now())
    if (subscription.lastValue?.equals(value) && subscription.lastFlags?.equals(flags)) return
    const data = Buffer.concat([
      context.unsigned(0, subscription.processId),
      context.objectId(1, { type: objectTypes.device, instance: this.#options.deviceInstance }),
      context.objectId(2, subscription.object),
      context.unsigned(3, this.#secondsLeft(subscription)),
      context.group(
        4,
        context.unsigned(0, properties.presentValue),
        context.group(2, value),
        context.unsigned(0, properties.statusFlags),
        context.group(2, flags),
      ),
    ])
    if (subscription.isConfirmed && !this.#sendConfirmed(subscription, data)) return
    if (!subscription.isConfirmed)
      this.#options.send(subscription.peer, buildApdu.unconfirmed(unconfirmed.covNotification, data), false)
    subscription.lastValue = value
    subscription.lastFlags = flags
  }

  /** False while all numbers of calls are in use: the next answer or time-out makes room. */
  #sendConfirmed(subscription: Subscription, data: Buffer): boolean {
    if (this.#waiting.size >= 256) return false
    while (this.#waiting.has(this.#nextInvokeId)) this.#nextInvokeId = (this.#nextInvokeId + 1) % 256
    const invokeId = this.#nextInvokeId
    subscription.invokeId = invokeId
    this.#attempt(invokeId, subscription, buildApdu.confirmed(invokeId, confirmed.covNotification, data), 1)
    return true
  }

  #attempt(invokeId: number, subscription: Subscription, apdu: Buffer, attempts: number): void {
    const timer = this.#options.clock.after(confirmTimeoutMs, () => {
      if (attempts < maxAttempts) return this.#attempt(invokeId, subscription, apdu, attempts + 1)
      this.#release(invokeId)
      this.#remove(subscription)
    })
    this.#waiting.set(invokeId, { subscription, attempts, apdu, timer })
    this.#options.send(subscription.peer, apdu, true)
  }

  #release(invokeId: number): void {
    const waiting = this.#waiting.get(invokeId)
    waiting?.timer.cancel()
    this.#waiting.delete(invokeId)
    if (waiting) waiting.subscription.invokeId = null
  }

  #remove({ peer, processId, object }: Subscription): void {
    this.#subscriptions.delete(keyOf(peer, processId, object))
  }

  #removeEnded(): void {
    const now = this.#options.clock.now()
    for (const [key, { endsAt }] of this.#subscriptions)
      if (endsAt !== null && endsAt <= now) this.#subscriptions.delete(key)
  }

  /** 0 without an end. */
  #secondsLeft({ endsAt }: Subscription): number {
    return endsAt === null ? 0 : Math.max(1, Math.ceil((endsAt - this.#options.clock.now()) / 1_000))
  }
}
