import { z } from 'zod'
import { id, instant, line } from '../../kernel/primitives.ts'

/** What members of a plant are told of, each kind chosen for itself. */
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

/** Kinds that concern installer administrators alone: they invite, and enter whose the plant is. */
export const administratorKinds: readonly NoticeKind[] = ['invitation', 'noOwner']

/** Hours after which members are told that a new plant has no owner: whoever makes it enters that last. */
export const ownerGraceH = 24

/** Days before the end of Pro at which members are told. */
export const proNoticeDays = [60, 30, 7, 1] as const

/** Lines of one mail; what is more is counted. */
export const maxNoticeLines = 100

/** What is told whatever the hour, and never waits. */
export const isEmergency = (kind: NoticeKind): boolean => kind === 'mainsFailure'

/** What is urgent is told whatever the hour, and waits for no daily or weekly mail. */
export const noticePriorities = ['normal', 'urgent'] as const

/** The ways in which a notice reaches a person. */
export const noticeChannels = ['mail', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** Whether a kind is sent by mail, and to the browsers that the person lets show notices. */
export const noticeChoice = z.object({ kind: z.enum(noticeKinds), mail: z.boolean(), push: z.boolean() })
export type NoticeChoice = z.infer<typeof noticeChoice>

/** Of a kind only the ways that are to become otherwise. */
export const noticeChoiceChange = noticeChoice.partial({ mail: true, push: true })
export type NoticeChoiceChange = z.infer<typeof noticeChoiceChange>

/** When mails come: each by itself, or one a day or a week with everything since the last. */
export const noticeRhythms = ['each', 'daily', 'weekly'] as const
export type NoticeRhythm = (typeof noticeRhythms)[number]

/** The hour of the plant at which a mail of a day or a week comes; the latter on Mondays. */
export const digestHour = 7

const minuteOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** Hours of the plant in which nothing is sent but emergencies; they may go over midnight. */
export const quietHours = z
  .object({ begins: minuteOfDay, ends: minuteOfDay })
  .refine(({ begins, ends }) => begins !== ends, { path: ['ends'], error: 'same_time' })

/** What one member is told about one plant: `on` is the switch above all kinds. */
export const noticeSettings = z.object({
  on: z.boolean(),
  kinds: z.array(noticeChoice).max(noticeKinds.length),
  rhythm: z.enum(noticeRhythms),
  quiet: quietHours.nullable(),
})
export type NoticeSettings = z.infer<typeof noticeSettings>

/**
 * How far a notice came on one way: it waits for its hour, was handed over and is being tried, was taken by the other side, refused for
 * good, or withdrawn because its receiver is not to be told any more.
 */
export const deliveryStates = ['waiting', 'handed', 'taken', 'refused', 'withdrawn'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Of what a notice tells: the first cause, and how many there are. `unit` is what people call it. */
export const noticeCause = {
  kind: z.enum(noticeKinds),
  causes: z.int(),
  unit: z.string().nullable(),
  /** The lamp, by its position at the unit. */
  addr: z.int().nullable(),
}

/** One line of the history: what was told to whom on which way, and what came back. */
export const noticeDelivery = z.object({
  id,
  at: instant,
  ...noticeCause,
  person: z.object({ userid: id, name: z.string() }),
  channel: z.enum(noticeChannels),
  /** It came by escalation, to the so many-th of so many people; null where it came as to every member. */
  escalation: z.object({ step: z.int(), of: z.int() }).nullable(),
  /** It waited for no hour, as its kind was urgent in the plant. */
  urgent: z.boolean(),
  state: z.enum(deliveryStates),
  /** Since when it is in that state; of one that waits, until when. */
  stateAt: instant,
  /** How often it was tried in vain. */
  tries: z.int(),
  /** What the other side last answered, without addresses. */
  answer: z.string().nullable(),
})
export type NoticeDelivery = z.infer<typeof noticeDelivery>

/** What somebody is told about one of the own plants. */
export const ownPlantNotices = z.object({
  plant_id: id,
  plantname: z.string(),
  city: z.string(),
  /** Whether anybody is told anything about the plant. */
  plantOn: z.boolean(),
  settings: noticeSettings,
})
export type OwnPlantNotices = z.infer<typeof ownPlantNotices>

/** Open notices that a list holds at most, the newest; of the others it says how many there are. */
export const maxOpenNotices = 200

/** Days for which a notice can be put off. */
export const noticeSnoozeDays = 90

/** A notice to the caller about something that lasts. */
export const openNotice = z.object({
  id,
  plant_id: id,
  plantname: z.string(),
  timezone: z.string(),
  at: instant,
  ...noticeCause,
  /** Where it is followed up: a path of the web client. */
  path: z.string(),
  /** Until when the caller has put it off. */
  snoozedUntil: instant.nullable(),
  /**
   * Where the caller was told in turn, and none of those named has acknowledged it: when the first of it happened, how many have been told, and
   * when the next is; null where nobody is left.
   */
  escalation: z.object({ since: instant, told: z.int(), nextAt: instant.nullable() }).nullable(),
})
export type OpenNotice = z.infer<typeof openNotice>

/** What an address in a mail ends: mails of these kinds about a plant; `on` where some of them still come. */
export const unsubscription = z.object({ plantname: z.string(), kinds: z.array(z.enum(noticeKinds)), on: z.boolean() })

/** Browsers of one account that show notices, at most; one more takes the place of the oldest. */
export const maxPushDevices = 10

const base64Url = (characters: number) =>
  z
    .string()
    .max(characters + 2)
    .regex(new RegExp(`^[\\w-]{${characters}}=*$`))

/** Where a browser takes notices, and the keys that it alone can open them with: a `PushSubscription` of the Push API. */
export const pushSubscription = z.strictObject({
  endpoint: line(1_000).pipe(z.url({ protocol: /^https?$/ })),
  p256dh: base64Url(87),
  auth: base64Url(22),
})
export type PushSubscriptionKeys = z.infer<typeof pushSubscription>
