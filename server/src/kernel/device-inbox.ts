import { type AckMessage, ackMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { summaryOf } from '@vigilux/device-plane/items.ts'
import { downTopic, parseUpTopic } from '@vigilux/device-plane/topics.ts'
import type { Ports } from '../ports/ports.ts'
import { causeOf, type DeadLetter } from './dead-letters.store.ts'
import { createDeviceLanes } from './device-lanes.ts'
import type { DeviceListeners, RegisterContext } from './device-listeners.ts'
import { type DeviceNews, decodeDeviceMessage, namesOf, Undecodable } from './device-messages.ts'
import { createLetterLane } from './letter-lane.ts'
import type { Log } from './log.ts'
import type { Arrived } from './side-lane.ts'
import { isStoreAway } from './store-away.ts'
import { takeIn } from './take-in.ts'
import { createUnitConduct } from './unit-conduct.ts'
import { type UnitRegister, whyNotTaken } from './unit-register.ts'
import type { InTransaction, Work } from './work.ts'

/** `life`: that in which it was sent, as far as that could be read. */
export type UnitLetter = DeadLetter & { life: string | null }

export type InboxParts = {
  listeners: readonly DeviceListeners[]
  register: UnitRegister<RegisterContext>
  ports: Ports
  log: Log
  inTransaction: InTransaction
  /** Keeps a message that could not be read or stored; false where its unit is nobody's, or a stranger. */
  keepLetter(letter: UnitLetter, work: Work): Promise<boolean>
  /**
   * Judges units of which letters were kept. In a transaction of its own: other nodes keep letters of the same units at
   * the same time, and whoever comes last sees them all.
   */
  lettersKept(units: readonly string[], work: Work): Promise<void>
  /** Whether the credentials of the unit were revoked: an external broker may let it in for a while yet. */
  isRevoked(unit: string): boolean
  /** Whether messages reach us without delay now. */
  isPunctual(): boolean
  /** Informs a unit of which records are safe. */
  publish(topic: string, payload: string): Promise<void>
  counters: {
    received(channel: string): void
    dropped(reason: string): void
    persisted(messages: number): void
    letterKept(reason: string): void
  }
}

type Acknowledgement = AckMessage & { unit: string }

/** Moments that one acknowledgement names at most; records are no more than messages in a transaction. */
const momentsAtOnce = 1_000

const inParts = ({ telemetry, ...ack }: Acknowledgement): Acknowledgement[] => {
  if (!telemetry) return [ack]
  const parts = Math.ceil(telemetry.length / momentsAtOnce)
  return Array.from({ length: parts }, (_, n) => ({
    ...ack,
    records: n === 0 ? ack.records : [],
    telemetry: telemetry.slice(n * momentsAtOnce, (n + 1) * momentsAtOnce),
  }))
}

/** What of these is to be acknowledged, per unit and life. */
const acknowledgementsOf = (items: readonly DeviceNews[]): Acknowledgement[] => {
  const byLife = new Map<string, Acknowledgement>()
  for (const item of items) {
    const names = namesOf(item)
    if (!names) continue
    const { unit } = item.news
    const told = byLife.get(`${unit} ${names.life}`)
    if (!told) byLife.set(`${unit} ${names.life}`, { unit, ...names })
    else {
      told.records.push(...names.records)
      if (names.telemetry) told.telemetry = [...(told.telemetry ?? []), ...names.telemetry]
    }
  }
  return [...byLife.values()].flatMap(inParts)
}

const letterOfOddParts = ({ item, payload }: Arrived): UnitLetter => ({
  unit: item.news.unit,
  channel: item.channel,
  reason: 'body',
  error: new Error(summaryOf(item.odd)),
  payload,
  tries: 1,
  life: item.news.life,
})

/**
 * Takes messages of units in, many to a transaction, and promises each only after COMMIT. One that cannot be read or
 * stored is set aside and takes no other message with it. While the database cannot be reached nothing is acknowledged,
 * so the unit keeps what must not be lost.
 */
export const createDeviceInbox = (parts: InboxParts) => {
  const { counters, log, ports } = parts
  const conduct = createUnitConduct(() => ports.clock.now().getTime())

  const store = async (items: DeviceNews[]): Promise<void> => {
    const { taken, left, units } = await parts.inTransaction((work) => takeIn(items, parts, { work, log }))
    counters.persisted(taken.length)
    for (const item of left) counters.dropped(whyNotTaken(item, units) ?? 'stranger')
    for (const acknowledgement of acknowledgementsOf(taken)) acknowledge(acknowledgement)
  }

  /** Not waited for: a unit that reads slowly holds nobody else up. One that receives nothing sends its records again. */
  const acknowledge = ({ unit, ...ack }: Acknowledgement): void => {
    parts
      .publish(downTopic(unit, 'ack'), JSON.stringify(ackMessage.parse(ack)))
      .catch((error: unknown) => log.warn({ err: error, unit, outage: 'broker' }, 'not acknowledged'))
  }

  const letters = createLetterLane(async (batch: UnitLetter[]) => {
    const kept = await parts.inTransaction(async (work) => {
      const each: boolean[] = []
      for (const letter of batch) each.push(await parts.keepLetter(letter, work))
      return each
    })
    const units = [...new Set(batch.filter((_, n) => kept[n]).map(({ unit }) => unit))]
    // They are kept whatever becomes of this; the next letter has the unit judged again.
    if (units.length > 0)
      await parts
        .inTransaction((work) => parts.lettersKept(units, work))
        .catch((error: unknown) => log.warn({ units, cause: causeOf(error) }, 'units not judged by their letters'))
    return kept
  })

  const keepLetter = async ({ unit, reason, ...letter }: UnitLetter): Promise<boolean> => {
    try {
      const isKept = await letters.keep({ unit, reason, ...letter })
      if (isKept) counters.letterKept(reason)
      return isKept
    } catch (error) {
      counters.dropped('letter')
      log.error({ unit, reason, cause: causeOf(error) }, 'dead letter not kept')
      return false
    }
  }

  /** Only a letter that is kept acknowledges what it names; where it cannot be kept the unit still has it. */
  const setAside = async (letter: DeadLetter, names: AckMessage | null, life: string | null): Promise<void> => {
    const { unit, reason, channel, error } = letter
    if (!conduct.admitsLetter(unit)) return counters.dropped('throttled')
    counters.dropped(reason)
    log.warn({ unit, channel, reason, cause: causeOf(error) }, 'device message set aside')
    if ((await keepLetter({ ...letter, life })) && names) acknowledge({ unit, ...names })
  }

  /** Keeps a letter of a message that was stored without its odd parts. The message itself was acknowledged. */
  const keepOddParts = async ({ item, payload }: Arrived): Promise<void> => {
    if (item.odd.length === 0 || !conduct.admitsOddLetter(item.news.unit)) return
    const letter = letterOfOddParts({ item, payload })
    log.warn({ unit: letter.unit, cause: causeOf(letter.error) }, 'parts of a device message could not be read')
    await keepLetter(letter)
  }

  const lanes = createDeviceLanes({
    store,
    isStoreAway: (error) => isStoreAway(error, parts.inTransaction),
    setAside: ({ item, payload }, error, tries) =>
      setAside(
        { unit: item.news.unit, channel: item.channel, reason: 'unstorable', error, payload, tries },
        namesOf(item),
        item.news.life,
      ),
    dropped: counters.dropped,
    now: () => ports.clock.now().getTime(),
    log,
  })

  /** Reads a message, or sets it aside; null where nothing is to be stored. */
  const read = async (topic: string, payload: Uint8Array, retained: boolean): Promise<DeviceNews | null> => {
    try {
      // A birth that the broker kept says what the clock was then; one that comes late looks like a clock that is slow.
      const readAt = retained || !parts.isPunctual() ? null : ports.clock.now()
      return decodeDeviceMessage(ports.devices.types, topic, payload, { readAt, retained })
    } catch (error) {
      const { reason, names } = error instanceof Undecodable ? error : { reason: 'body', names: null }
      const address = parseUpTopic(topic)
      if (address) await setAside({ ...address, reason, error, payload, tries: 1 }, names, names?.life ?? null)
      else counters.dropped(reason)
      return null
    }
  }

  return {
    /** Resolves when the message is stored or was set aside; rejects when it should come again. */
    async accept(topic: string, payload: Uint8Array, retained = false): Promise<void> {
      const address = parseUpTopic(topic)
      if (address && parts.isRevoked(address.unit)) return counters.dropped('revoked')
      const item = await read(topic, payload, retained)
      if (!item) return
      counters.received(item.channel)
      await lanes.bring({ item, payload })
      await keepOddParts({ item, payload })
    },
    /** Waits until everything taken in so far is settled; what cannot be stored now is left with the units. */
    stop: () => lanes.stop(),
  }
}
