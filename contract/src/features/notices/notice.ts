import { z } from 'zod'
import { id, instant, line } from '../../kernel/primitives.ts'

/** Kinds of notices for members of a plant, each of which can be chosen. */
export const noticeKinds = [
  'mainsFailure',
  'functionError',
  'testErrors',
  'noCommunication',
  'inhibitionTooLong',
  'testOverdue',
  'proEnds',
  'invitation',
  'noOwner',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Kinds for installer administrators only, who invite members and enter the owner. */
export const administratorKinds: readonly NoticeKind[] = ['invitation', 'noOwner']

/**
 * Hours until the notice to members about a new plant without an owner; naming one is the last step of its creation.
 */
export const ownerGraceH = 24

/** Days before the end of Pro on which members are notified. */
export const proNoticeDays = [60, 30, 7, 1] as const

/** Maximum lines of one mail; further ones are only counted. */
export const maxNoticeLines = 100

/** Whether a kind is sent at any hour, without delay. */
export const isEmergency = (kind: NoticeKind): boolean => kind === 'mainsFailure'

/** Urgent notices are sent at any hour and skip daily and weekly digests. */
export const noticePriorities = ['normal', 'urgent'] as const

export const noticeChannels = ['mail', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** Whether a kind is sent by mail, and by push to the person's browsers. */
export const noticeChoice = z.object({ kind: z.enum(noticeKinds), mail: z.boolean(), push: z.boolean() })
export type NoticeChoice = z.infer<typeof noticeChoice>

/** Changed channels of a kind; omitted ones stay unchanged. */
export const noticeChoiceChange = noticeChoice.partial({ mail: true, push: true })
export type NoticeChoiceChange = z.infer<typeof noticeChoiceChange>

/** Rhythm of mails: one per notice, or a daily or weekly digest. */
export const noticeRhythms = ['each', 'daily', 'weekly'] as const
export type NoticeRhythm = (typeof noticeRhythms)[number]

/** Hour of the plant for daily and weekly digests; weekly ones are sent on Mondays. */
export const digestHour = 7

const minuteOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Hours of the plant in which only urgent notices are sent; they may cross midnight. */
export const quietHours = z
  .object({ begins: minuteOfDay, ends: minuteOfDay })
  .refine(({ begins, ends }) => begins !== ends, { path: ['ends'], error: 'same_time' })

/** Notice settings of one member for one plant; `on` is the main switch over all kinds. */
export const noticeSettings = z.object({
  on: z.boolean(),
  kinds: z.array(noticeChoice).max(noticeKinds.length),
  rhythm: z.enum(noticeRhythms),
  quiet: quietHours.nullable(),
})
export type NoticeSettings = z.infer<typeof noticeSettings>

/**
 * State of a notice on one channel: waiting for its hour; handed over and being tried; accepted by the other side;
 * finally refused; withdrawn because its receiver must not get it.
 */
export const deliveryStates = ['waiting', 'handed', 'taken', 'refused', 'withdrawn'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Subject of a notice: first cause, and number of causes. `unit` is the unit's description. */
export const noticeCause = {
  kind: z.enum(noticeKinds),
  causes: z.int(),
  unit: z.string().nullable(),
  /** Address of the lamp in its unit. */
  addr: z.int().nullable(),
}

/** Line of the history: one notice to one receiver on one channel, with the answer. */
export const noticeDelivery = z.object({
  id,
  at: instant,
  ...noticeCause,
  person: z.object({ userid: id, name: z.string() }),
  channel: z.enum(noticeChannels),
  /** Position in the escalation; null for a notice to all members. */
  escalation: z.object({ step: z.int(), of: z.int() }).nullable(),
  /** Whether it was sent without delay, because its kind was urgent in the plant. */
  urgent: z.boolean(),
  state: z.enum(deliveryStates),
  /** Start of the state; for a waiting notice, its end. */
  stateAt: instant,
  /** Number of failed attempts. */
  tries: z.int(),
  /** Last answer of the other side, without addresses. */
  answer: z.string().nullable(),
})
export type NoticeDelivery = z.infer<typeof noticeDelivery>

/** Notice settings of a person for one of the own plants. */
export const ownPlantNotices = z.object({
  plant_id: id,
  plantname: z.string(),
  city: z.string(),
  /** Whether notices are on for the plant as a whole. */
  plantOn: z.boolean(),
  settings: noticeSettings,
})
export type OwnPlantNotices = z.infer<typeof ownPlantNotices>

/** Maximum open notices of a list, the newest; further ones are only counted. */
export const maxOpenNotices = 200

/** Maximum days of a snooze. */
export const noticeSnoozeDays = 90

/** Notice to the caller about a lasting cause. */
export const openNotice = z.object({
  id,
  plant_id: id,
  plantname: z.string(),
  timezone: z.string(),
  at: instant,
  ...noticeCause,
  /** Path of the web client for following it up. */
  path: z.string(),
  /** End of the caller's snooze. */
  snoozedUntil: instant.nullable(),
  /**
   * Set for an unacknowledged escalation to the caller: start of its first cause, number of notified people, and time
   * of the next; null if nobody is left.
   */
  escalation: z.object({ since: instant, notifiedCount: z.int(), nextAt: instant.nullable() }).nullable(),
})
export type OpenNotice = z.infer<typeof openNotice>

/** Scope of an unsubscribe link: mails of these kinds about a plant; `on` while some are still sent. */
export const unsubscription = z.object({ plantname: z.string(), kinds: z.array(z.enum(noticeKinds)), on: z.boolean() })

/** Maximum browsers of one account with push; a further one replaces the oldest. */
export const maxPushDevices = 10

const base64Url = (characters: number) =>
  z
    .string()
    .max(characters + 2)
    .regex(new RegExp(`^[\\w-]{${characters}}=*$`))

/** `PushSubscription` of the Push API: endpoint of a browser, and the keys for this browser's decryption alone. */
export const pushSubscription = z.strictObject({
  endpoint: line(1_000).pipe(z.url({ protocol: /^https?$/ })),
  p256dh: base64Url(87),
  auth: base64Url(22),
})
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>
