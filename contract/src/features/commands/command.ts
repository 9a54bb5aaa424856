import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** Life of a command. Specification section 4. */
export const commandStates = ['queued', 'sent', 'accepted', 'done', 'failed'] as const
export type CommandState = (typeof commandStates)[number]

/** Why a command failed: never delivered, delivered but not answered, or refused by the unit with its code. */
export const commandErrors = ['expired', 'communication_error', 'refused'] as const
export type CommandError = (typeof commandErrors)[number]

/** The code with which a unit refuses a command that it may accept a second later. */
export const notEnabledCode = 'ERROR_COMMAND_NOT_ENABLED'

/** The code of a command of which no message can be made for its unit: the same that a unit answers to values it cannot read. */
export const unencodableCode = 'INVALID_BODY'

/** What a unit may answer; `progress` any number of times before the end. */
export const answerStates = ['accepted', 'progress', 'done', 'refused'] as const
/** The last answer of the unit, with its code where it refused. */
export const commandAnswer = z.object({ state: z.enum(answerStates), code: z.string().nullable() })
export type CommandAnswer = z.infer<typeof commandAnswer>

/** A command as every watcher of the plant sees it: the answer shape of the specification, section 3. */
export const pendingCommand = z.object({
  id,
  cu: z.string(),
  command: z.string(),
  state: z.enum(commandStates),
  pending: z.boolean(),
  response: commandAnswer.nullable(),
  error: z.enum(commandErrors).nullable(),
  /** The unit's own code where it refused. */
  code: z.string().nullable(),
  /** Milliseconds that one attempt waits for an answer. */
  timeout: z.int(),
  /** Retries left, and how many there were at the start. */
  retry: z.int(),
  retries: z.int(),
  attempt: z.int(),
  deadlineAt: instant.nullable(),
  requestedAt: instant,
  requestedBy: z.string().nullable(),
})
export type PendingCommand = z.infer<typeof pendingCommand>

/** What the caller of a command gets at once; the rest of its life comes as `response` events. */
export const commandReceipt = z.object({ command: pendingCommand })

/** A unit counts as working no longer than this after a command started. */
export const maxWorkingMs = 35_000
/** A command refused with {@link notEnabledCode} goes out again after this. */
export const resendAfterNotEnabledMs = 1_000
/** Least distance between two status queries to one unit. */
export const statusQuerySpacingMs = 6_000
/** Retries of a command kind that brings none of its own. */
export const defaultRetries = 40
