import { unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { answerStates } from '@vigilux/contract/features/commands/command.ts'
import { lampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { z } from 'zod'

/** Wire format that all unit types share; `body` belongs to the type. docs/protocol/messages.md */

/**
 * Names the unit's memory: random, made when the memory begins and again whenever it goes back to factory state. Boots
 * and numbers of messages count within one life.
 */
export const incarnation = z.string().regex(/^[0-9a-f]{16}$/)
/** Counts the starts of a unit within its life. */
const boot = z.int().min(0).max(0xffff_ffff)
/** Counts the messages of one channel since that start. */
const seq = z.int().min(0).max(0xffff_ffff)
/** The unit's own clock, as a unit is to write it. */
const at = z.iso.datetime().max(40)
/** What a message has in the place of a time. `parseUnitTime` of the contract reads it, so that no message is refused for its time. */
const unvalidatedAt = z.unknown().optional()

/** Counts the connections, and the attempts at one, since that start. */
const connection = z.int().min(0).max(0xffff_ffff)

/**
 * Retained. Birth after connecting (`online: true`), the same again as keepalive, and the will (`online: false`), which
 * carries the number of the connection that it ends.
 */
export const onlineMessage = z.object({ life: incarnation, boot, connection, online: z.boolean(), at: at.optional() })

/** A birth whose time is read separately. */
export const unvalidatedOnline = onlineMessage.extend({ at: unvalidatedAt })

export const numberedMessage = z.object({ life: incarnation, boot, seq, at, body: z.unknown() })

/** A shadow, with what the unit reports in the form that all types share. Without a detail the last one still holds. */
export const shadowMessage = numberedMessage.extend({ detail: unitDetail.optional() })

/** A shadow whose detail is judged separately from its body. */
export const unvalidatedShadow = shadowMessage.extend({ at: unvalidatedAt, detail: z.unknown().optional() })

export const addr = z.int().min(1).max(992)

/** Most lamps whose detail one message carries. */
export const maxLampDetailsPerMessage = 200
export const numberedLampDetail = lampDetail.extend({ addr })
/** A state, with the detail of lamps whose detail changed. */
export const stateMessage = numberedMessage.extend({
  lampDetail: z.array(numberedLampDetail).max(maxLampDetailsPerMessage).optional(),
  /** Every address that has a lamp as this message is sent; a lamp at any other has left. Without it the last one still holds. */
  lampList: z.array(addr).max(992).optional(),
})

/** A state whose lists are judged item by item. */
export const unvalidatedState = stateMessage.extend({
  at: unvalidatedAt,
  lampDetail: z.array(z.unknown()).max(maxLampDetailsPerMessage).optional(),
  lampList: z.array(z.unknown()).max(992).optional(),
})

/** Must never be lost: the unit keeps it until `down/ack` names it, and sends it again after a reconnect. */
export const recordMessage = z.object({
  life: incarnation,
  boot,
  seq,
  at,
  kind: z.string().min(1).max(40),
  body: z.unknown(),
})

/** A record whose time is read separately. */
export const unvalidatedRecord = recordMessage.extend({ at: unvalidatedAt })

/** What names a record, also where the rest of it cannot be read. */
export const recordNumber = recordMessage.pick({ life: true, boot: true, seq: true })

/** The answer to a command. `progress` may come any number of times between `accepted` and the end. */
export const responseMessage = z.object({
  life: incarnation,
  id: z.uuid(),
  state: z.enum(answerStates),
  /** The unit's reason where it refused. */
  code: z.string().max(60).optional(),
})

/** A command is executed once per id, and never after `exp`. */
export const commandMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  /** 1 for the first sending. */
  attempt: z.int().min(1),
  exp: z.iso.datetime(),
  body: z.unknown().optional(),
})

/** A moment on the quarter of an hour in UTC: how many quarters have passed since 1970. The moment is that number times 900 s. */
const readingAt = z.int().min(0).max(0xffff_ffff)
/** What a counter showed; null where the unit could not read the lamp at that moment. */
const counter = z.int().min(0).max(0xffff_ffff).nullable()

/** Moments of which one message may tell, a day of them, and readings of lamps in all. */
export const maxReadingsPerLamp = 96
export const maxReadingsPerMessage = 10_000

/** `[address, serial, rated power in tenths of a watt or null, energy by moment in tenths of a Wh, time on by moment in s]` */
const meteredLamp = z.tuple([
  addr,
  z.string().regex(/^(?:[0-9A-F]{4}|[0-9A-F]{6}|[0-9A-F]{8})$/),
  z.int().min(0).max(100_000).nullable(),
  z.array(counter).max(maxReadingsPerLamp),
  z.array(counter).max(maxReadingsPerLamp),
])
export type MeteredLamp = z.infer<typeof meteredLamp>

/** What names moments of telemetry, also where the rest cannot be read. */
export const telemetryNumbers = z.object({
  life: incarnation,
  first: readingAt,
  count: z.int().min(1).max(maxReadingsPerLamp),
})

const areUnique = (values: readonly (number | string)[]): boolean => new Set(values).size === values.length

/** A lamp of a message of so many moments: a reading by moment, of both counters or of none. */
export const meteredLampOf = (count: number) =>
  meteredLamp.refine(
    ([, , , energy, on]) =>
      energy.length === count && on.length === count && energy.every((one, n) => (one === null) === (on[n] === null)),
    'a reading by moment, of both counters',
  )

/** Telemetry whose lamps are judged separately. */
export const unvalidatedTelemetry = z
  .object({ ...telemetryNumbers.shape, at: unvalidatedAt, lamps: z.array(z.unknown()).min(1).max(992) })
  .refine(({ count, lamps }) => count * lamps.length <= maxReadingsPerMessage, 'too many readings')

/**
 * What the counters of all lamps showed at `count` moments in a row, from `first` on, a quarter of an hour apart by the unit's clock.
 * The unit keeps each moment until `down/ack` names it, for 40 days.
 */
export const telemetryMessage = z
  .object({
    ...telemetryNumbers.shape,
    at,
    lamps: z.array(meteredLamp).min(1).max(992),
  })
  .refine(({ count, lamps }) => count * lamps.length <= maxReadingsPerMessage, 'too many readings')
  .refine(
    ({ count, lamps }) => lamps.every((lamp) => meteredLampOf(count).safeParse(lamp).success),
    'a reading by moment, of both counters',
  )
  .refine(
    ({ lamps }) => areUnique(lamps.map(([place]) => place)) && areUnique(lamps.map(([, serial]) => serial)),
    'a lamp is named once',
  )

/**
 * What of one life is safe with the server and may be forgotten: records as [boot, seq] pairs, and moments of telemetry. A unit
 * that knows nothing of telemetry never sees them named.
 */
export const ackMessage = z.object({
  life: incarnation,
  records: z.array(z.tuple([boot, seq])).max(1000),
  telemetry: z.array(readingAt).max(1000).optional(),
})

export type OnlineMessage = z.infer<typeof onlineMessage>
export type NumberedLampDetail = z.infer<typeof numberedLampDetail>
export type RecordMessage = z.infer<typeof recordMessage>
export type TelemetryMessage = z.infer<typeof telemetryMessage>
export type ResponseMessage = z.infer<typeof responseMessage>
export type CommandMessage = z.infer<typeof commandMessage>
export type AckMessage = z.infer<typeof ackMessage>
