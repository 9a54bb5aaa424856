import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { type NoticeKind, noticeCause } from './notice.ts'

/** Kinds of what lasts until it is over, and concerns every member: these can be told to one person after the other. */
export const escalatingKinds = [
  'mainsFailure',
  'functionError',
  'testErrors',
  'noCommunication',
  'inhibitionTooLong',
  'testOverdue',
] as const satisfies readonly NoticeKind[]
export type EscalatingKind = (typeof escalatingKinds)[number]

export const isEscalating = (kind: NoticeKind): kind is EscalatingKind =>
  (escalatingKinds as readonly NoticeKind[]).includes(kind)

/** What escalates as long as nobody has chosen: what may leave people without light now. */
export const defaultEscalatingKinds: readonly EscalatingKind[] = [
  'mainsFailure',
  'functionError',
  'noCommunication',
  'inhibitionTooLong',
]

/** Members that are told one after the other, at most. */
export const maxEscalationPeople = 10

/** Minutes after which the next is told: from five to a day. */
export const escalationMinutes = { least: 5, most: 1_440, usual: 30 } as const

/** Escalations of a plant that are under way at once, at most; what is gathered beyond that is told to members as ever. */
export const maxOpenEscalations = 100

const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length

/** What an installer administrator sets. */
export const escalationFields = {
  on: z.boolean(),
  /** Minutes after which the next is told. */
  afterMinutes: z.int().min(escalationMinutes.least).max(escalationMinutes.most),
  kinds: z.array(z.enum(escalatingKinds)).max(escalatingKinds.length).refine(areUnique),
  /** Whom it tells, in their order. */
  people: z.array(id).max(maxEscalationPeople).refine(areUnique),
}

/** Who of a plant is told one after the other until somebody acknowledges. */
export const escalation = z.object({
  on: escalationFields.on,
  afterMinutes: escalationFields.afterMinutes,
  kinds: escalationFields.kinds,
  /** One who left the plant stays in it until it is saved without them, and is passed over. */
  people: z.array(z.object({ userid: id, name: z.string(), isMember: z.boolean() })).max(maxEscalationPeople),
  /** 0 as long as nobody has set it. */
  version: count,
})
export type Escalation = z.infer<typeof escalation>

/** Of those whom one escalation has told, so many are listed, the first. More than are named can have been: the list may change meanwhile. */
export const maxListedNotified = 50

const person = z.object({ userid: id, name: z.string() })

/** One escalation of something that still lasts: what of, whom it has told, and how it goes on. */
export const openEscalation = z.object({
  id,
  ...noticeCause,
  kind: z.enum(escalatingKinds),
  /** When the first of what it is about happened. */
  since: instant,
  /** Whom it has told, in that order. */
  told: z.array(z.object({ ...person.shape, at: instant })).max(maxListedNotified),
  /** Who is told next, and when; null where somebody has acknowledged it, or nobody is left. */
  next: z.object({ ...person.shape, at: instant }).nullable(),
  /** Who of those named has said that they know, and when. */
  acknowledged: z.object({ ...person.shape, at: instant }).nullable(),
  /** The caller's own notice of it, where they have one and have not acknowledged it. */
  ownNotice: id.nullable(),
})
export type OpenEscalation = z.infer<typeof openEscalation>
