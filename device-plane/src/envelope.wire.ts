import { unitDetail } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { answerStates } from '@vigilux/contract/features/commands/command.ts'
import { lampDetail } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { z } from 'zod'

/** Wire format common to all unit types; `body` belongs to the type. docs/protocol/messages.md */

/**
 * Life of the unit's memory: random, created with the memory and at each factory reset. Boots and message numbers count
 * within one life.
 */
export const incarnation = z.string().regex(/^[0-9a-f]{16}$/)
/** Counts the starts of a unit within its life. */
const boot = z.int().min(0).max(0xffff_ffff)
/** Counts the messages of one channel since this start. */
const seq = z.int().min(0).max(0xffff_ffff)
/** Time by the unit's own clock, as units must write it. */
const at = z.iso.datetime().max(40)
/** Unvalidated time of a message. `parseUnitTime` of the contract reads it: no message is refused for its time. */
const unvalidatedAt = z.unknown().optional()

/** Counts the connections, and the attempts, since this start. */
const connection = z.int().min(0).max(0xffff_ffff)

/**
 * Retained. Birth after connecting (`online: true`), repeated as keepalive, and the will (`online: false`) with the
 * number of its ended connection.
 */
export const onlineMessage = z.object({ life: incarnation, boot, connection, online: z.boolean(), at: at.optional() })

/** Birth whose time is read separately. */
export const unvalidatedOnline = onlineMessage.extend({ at: unvalidatedAt })

export const numberedMessage = z.object({ life: incarnation, boot, seq, at, body: z.unknown() })

/** Shadow, with the detail in the form common to all types. Without a detail the last one remains valid. */
export const shadowMessage = numberedMessage.extend({ detail: unitDetail.optional() })

/** Shadow whose detail is validated separately from its body. */
export const unvalidatedShadow = shadowMessage.extend({ at: unvalidatedAt, detail: z.unknown().optional() })

export const addr = z.int().min(1).max(992)

/** Maximum lamps with detail in one message. */
export const maxLampDetailsPerMessage = 200
export const numberedLampDetail = lampDetail.extend({ addr })
/** State, with the changed details of lamps. */
export const stateMessage = numberedMessage.extend({
  lampDetail: z.array(numberedLampDetail).max(maxLampDetailsPerMessage).optional(),
  /**
   * Every address with a lamp at present; lamps at other addresses have left. Without it the last list remains valid.
   */
  lampList: z.array(addr).max(992).optional(),
})

/** State whose lists are validated item by item. */
export const unvalidatedState = stateMessage.extend({
  at: unvalidatedAt,
  lampDetail: z.array(z.unknown()).max(maxLampDetailsPerMessage).optional(),
  lampList: z.array(z.unknown()).max(992).optional(),
})

/**
 * Record, which must never be lost: the unit stores it until `down/ack` names it, and sends it again after a reconnect.
 */
export const recordMessage = z.object({
  life: incarnation,
  boot,
  seq,
  at,
  kind: z.string().min(1).max(40),
  body: z.unknown(),
})

/** Record whose time is read separately. */
export const unvalidatedRecord = recordMessage.extend({ at: unvalidatedAt })

/** Number of a record, readable even if the rest is not. */
export const recordNumber = recordMessage.pick({ life: true, boot: true, seq: true })

/** Answer to a command. `progress` may repeat any number of times between `accepted` and the end. */
export const responseMessage = z.object({
  life: incarnation,
  id: z.uuid(),
  state: z.enum(answerStates),
  /** The unit's reason of its refusal. */
  code: z.string().max(60).optional(),
})

/** Command, executed once per id, and never after `exp`. */
export const commandMessage = z.object({
  id: z.uuid(),
  name: z.string(),
  /** 1 for the first attempt. */
  attempt: z.int().min(1),
  exp: z.iso.datetime(),
  body: z.unknown().optional(),
})

/** Quarter-hour in UTC: number of quarters since 1970. Its time is the number times 900 s. */
const readingAt = z.int().min(0).max(0xffff_ffff)
/** Counter reading; null if the unit could not read the lamp at this moment. */
const counter = z.int().min(0).max(0xffff_ffff).nullable()

/** Maximum moments in one message (a day), and maximum lamp readings in total. */
export const maxReadingsPerLamp = 96
export const maxReadingsPerMessage = 10_000

/**
 * `[address, serial, rated power in tenths of a watt or null, energy by moment in tenths of a Wh, time on by moment in
 * s]`
 */
const meteredLamp = z.tuple([
  addr,
  z.string().regex(/^(?:[0-9A-F]{4}|[0-9A-F]{6}|[0-9A-F]{8})$/),
  z.int().min(0).max(100_000).nullable(),
  z.array(counter).max(maxReadingsPerLamp),
  z.array(counter).max(maxReadingsPerLamp),
])
export type MeteredLamp = z.infer<typeof meteredLamp>

/** Identifies the moments of telemetry, even if the rest is unreadable. */
export const telemetryNumbers = z.object({
  life: incarnation,
  first: readingAt,
  count: z.int().min(1).max(maxReadingsPerLamp),
})

const areUnique = (values: readonly (number | string)[]): boolean => new Set(values).size === values.length

/** Lamp in a message with `count` moments: one reading per moment, of both counters or of none. */
export const meteredLampOf = (count: number) =>
  meteredLamp.refine(
    ([, , , energy, state]) =>
      energy.length === count &&
      state.length === count &&
      energy.every((one, n) => (one === null) === (state[n] === null)),
    'a reading by moment, of both counters',
  )

/** Telemetry whose lamps are validated separately. */
export const unvalidatedTelemetry = z
  .object({ ...telemetryNumbers.shape, at: unvalidatedAt, lamps: z.array(z.unknown()).min(1).max(992) })
  .refine(({ count, lamps }) => count * lamps.length <= maxReadingsPerMessage, 'too many readings')

/**
 * Counter readings of all lamps at `count` consecutive moments from `first` on, a quarter-hour apart by the unit's
 * clock. The unit stores each moment until `down/ack` names it, for at most 40 days.
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
 * Data of one life already saved by the server, which the unit may delete: records as [boot, seq] pairs, and moments of
 * telemetry. Units without telemetry never receive moments.
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
