import { z } from 'zod'
import { id, instant } from '../../kernel/primitives.ts'

/** States of a command (specification, section 4). */
export const commandStates = ['queued', 'sent', 'accepted', 'done', 'failed'] as const
export type CommandState = (typeof commandStates)[number]

/** Why a command failed: never delivered, delivered but not answered, or refused by the unit with its code. */
export const commandErrors = ['expired', 'communication_error', 'refused'] as const
export type CommandError = (typeof commandErrors)[number]

/** Refusal code of a unit which may accept the same command a second later. */
export const notEnabledCode = 'ERROR_COMMAND_NOT_ENABLED'

/** Code of a command without encoding for its unit; units answer the same code to unreadable values. */
export const unencodableCode = 'INVALID_BODY'

/** Answers of a unit; `progress` may repeat any number of times before the end. */
export const answerStates = ['accepted', 'progress', 'done', 'refused'] as const
/** Last answer of the unit, with its code if it refused. */
export const commandAnswer = z.object({ state: z.enum(answerStates), code: z.string().nullable() })
export type CommandAnswer = z.infer<typeof commandAnswer>

/** Command as every watcher of the plant sees it: the answer shape of the specification, section 3. */
export const pendingCommand = z.object({
  id,
  cu: z.string(),
  command: z.string(),
  state: z.enum(commandStates),
  pending: z.boolean(),
  response: commandAnswer.nullable(),
  error: z.enum(commandErrors).nullable(),
  /** The unit's own code of its refusal. */
  code: z.string().nullable(),
  /** Milliseconds of waiting for an answer to one attempt. */
  timeout: z.int(),
  /** Remaining retries, and their initial number. */
  retry: z.int(),
  retries: z.int(),
  attempt: z.int(),
  deadlineAt: instant.nullable(),
  requestedAt: instant,
  requestedBy: z.string().nullable(),
})
export type PendingCommand = z.infer<typeof pendingCommand>

/** Immediate answer to the caller of a command; `response` events report its progress. */
export const commandReceipt = z.object({ command: pendingCommand })

/** Maximum time after the start of a command during which a unit counts as working. */
export const maxWorkingMs = 35_000
/** Delay before a retry of a command refused with {@link notEnabledCode}. */
export const resendAfterNotEnabledMs = 1_000
/** Minimum interval between two status queries to one unit. */
export const statusQuerySpacingMs = 6_000
/** Default number of retries of a command kind. */
export const defaultRetries = 40
