import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { type NoticeKind, noticeCause } from './notice.ts'

/** Kinds lasting until resolved, for every member: they can notify one person after the other. */
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

/** Default escalating kinds: those which may leave people without light now. */
export const defaultEscalatingKinds: readonly EscalatingKind[] = [
  'mainsFailure',
  'functionError',
  'noCommunication',
  'inhibitionTooLong',
]

/** Maximum members of an escalation. */
export const maxEscalationPeople = 10

/** Minutes until the next member is notified, from five to a day. */
export const escalationMinutes = { min: 5, max: 1_440, default: 30 } as const

/** Maximum open escalations of a plant; further causes notify all members directly. */
export const maxOpenEscalations = 100

const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length

/** Settings of an installer administrator. */
export const escalationFields = {
  on: z.boolean(),
  /** Minutes until the next member is notified. */
  afterMinutes: z.int().min(escalationMinutes.min).max(escalationMinutes.max),
  kinds: z.array(z.enum(escalatingKinds)).max(escalatingKinds.length).refine(areUnique),
  /** Members to notify, in order. */
  people: z.array(id).max(maxEscalationPeople).refine(areUnique),
}

/** Members of a plant, notified one after the other until somebody acknowledges. */
export const escalation = z.object({
  on: escalationFields.on,
  afterMinutes: escalationFields.afterMinutes,
  kinds: escalationFields.kinds,
  /** A former member remains listed until the setting is saved without them, but is skipped. */
  people: z.array(z.object({ userid: id, name: z.string(), isMember: z.boolean() })).max(maxEscalationPeople),
  /** 0 until first saved. */
  version: count,
})
export type Escalation = z.infer<typeof escalation>

/**
 * Maximum notified people listed for one escalation, the first. There may be more than the setting names, because the
 * setting may change meanwhile.
 */
export const maxListedNotified = 50

const person = z.object({ userid: id, name: z.string() })

/** Open escalation of a lasting cause: cause, notified people and next step. */
export const openEscalation = z.object({
  id,
  ...noticeCause,
  kind: z.enum(escalatingKinds),
  /** Start of its first cause. */
  since: instant,
  /** Notified people, in order. */
  notified: z.array(z.object({ ...person.shape, at: instant })).max(maxListedNotified),
  /** Next person and time; null after an acknowledgment or if nobody is left. */
  next: z.object({ ...person.shape, at: instant }).nullable(),
  /** Who of them acknowledged it, and when. */
  acknowledged: z.object({ ...person.shape, at: instant }).nullable(),
  /** The caller's own notice of it, if any and not acknowledged. */
  ownNotice: id.nullable(),
})
export type OpenEscalation = z.infer<typeof openEscalation>
