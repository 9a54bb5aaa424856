import { z } from 'zod'
import { count, id, instant } from '../../kernel/primitives.ts'
import { noticeKinds, noticePriorities } from '../notices/notice.ts'

/** Raised when a receiver that reads the bodies of before would read a newer one wrongly. What is only added leaves it as it is. */
export const webhookVersion = 1

/** Causes that one body lists; of the others it says how many there are. */
export const maxCausesPerBody = 200

/** What happened, by names that stay as they are. */
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

/** One thing that happened: in no language, and without anything of persons. */
const cause = z.strictObject({
  what: z.enum(webhookEventNames),
  at: instant,
  /** When it was over, if it was by the time of the call. */
  endedAt: instant.nullable(),
  unit: z.strictObject({ id: z.string(), serial: z.string(), name: z.string() }).nullable(),
  lamp: z.strictObject({ addr: z.int(), name: z.string() }).nullable(),
  /** Codes of the faults of the lamp, or of the unit where no lamp is named. */
  faults: z.array(z.string()),
  /** The test that failed. */
  testId: id.nullable(),
  /** Lamps that failed in it, or days until Pro ends. */
  count: count.nullable(),
  /** The date of the test that is overdue, the end of Pro, or the last word of a silent unit. */
  about: instant.nullable(),
})

const commonFields = {
  version: z.literal(webhookVersion),
  /** The same however often it is sent; also in the header `webhook-id`. */
  id,
  /** When the call was made; the same however often it is sent. */
  timestamp: instant,
  plant: z.strictObject({ id, name: z.string() }),
}

/** What a receiver gets, as JSON. */
export const webhookBody = z.discriminatedUnion('type', [
  z.strictObject({
    ...commonFields,
    type: z.literal('notice'),
    kind: z.enum(noticeKinds),
    /** Whether the plant tells its members of it whatever the hour. */
    priority: z.enum(noticePriorities),
    /** The page on which it is followed up. */
    url: z.url(),
    causes: z.array(cause).max(maxCausesPerBody),
    /** How many causes are not listed. */
    more: count,
  }),
  z.strictObject({ ...commonFields, type: z.literal('test'), url: z.url() }),
])
export type WebhookBody = z.infer<typeof webhookBody>
