import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { noticeKinds, noticePriorities } from '../notices/notice.ts'

/** Version of the body, raised for incompatible changes only; additions do not change it. */
export const webhookVersion = 1

/** Maximum causes listed in one body; further ones are only counted. */
export const maxCausesPerBody = 200

/** Names of events; they are stable. */
export const webhookEventNames = [
  'mainsFailure',
  'mainsBack',
  'fault',
  'unitFault',
  'testFailed',
  'silent',
  'restored',
  'inhibited',
  'functionalOverdue',
  'autonomyOverdue',
  'proEnds',
  'noOwner',
  'invitationAccepted',
  'invitationDeclined',
  'invitationExpired',
] as const

/** Single event, independent of language and without personal data. */
const cause = z.strictObject({
  what: z.enum(webhookEventNames),
  at: instant,
  /** End of the event, if it had ended by the time of the call. */
  endedAt: instant.nullable(),
  unit: z.strictObject({ id: z.string(), serial: z.string(), name: z.string() }).nullable(),
  lamp: z.strictObject({ addr: z.int(), name: z.string() }).nullable(),
  /** Fault codes of the lamp, or of the unit without a lamp. */
  faults: z.array(z.string()),
  /** Failed test. */
  testId: id.nullable(),
  /** Its failed lamps, or days until Pro ends. */
  count: count.nullable(),
  /** Date of the overdue test, end of Pro, or last message of a silent unit. */
  about: instant.nullable(),
})

const commonFields = {
  version: z.literal(webhookVersion),
  /** Same for every attempt; also in the header `webhook-id`. */
  id,
  /** Time of the call; same for every attempt. */
  timestamp: instant,
  plant: z.strictObject({ id, name: z.string() }),
}

/** JSON body of a call. */
export const webhookBody = z.discriminatedUnion('type', [
  z.strictObject({
    ...commonFields,
    type: z.literal('notice'),
    kind: z.enum(noticeKinds),
    /** Whether the plant notifies its members of it at any hour. */
    priority: z.enum(noticePriorities),
    /** Page for following it up. */
    url: z.url(),
    causes: z.array(cause).max(maxCausesPerBody),
    /** Number of causes not listed. */
    more: count,
  }),
  z.strictObject({ ...commonFields, type: z.literal('test'), url: z.url() }),
])
export type WebhookBody = z.infer<typeof webhookBody>
