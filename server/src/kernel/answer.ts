import { errorMessages } from '@vigilux/contract/error-messages.ts'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { errorStatus } from '@vigilux/contract/errors.ts'
import { isConnectionError } from './database-unavailable.ts'
import type { Log } from './log.ts'
import { refusalOf } from './refusal.ts'

/** The answer to a failed call. Never contains a stack or SQL. */
export type Failure = {
  status: number
  body: { error: ErrorCode; message: string; details?: unknown; requestId: string }
}

/** A value of the details, formatted for a sentence. */
const detailText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(detailText).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '–'
}

/** An English sentence for people who read the API; the web client translates the code. */
const messageOf = (error: ErrorCode, details: unknown): string => {
  const values = Object.entries(details ?? {})
  return errorMessages[error].replaceAll(/{{(\w+)}}/g, (_, name: string) => detailText(new Map(values).get(name)))
}

const failure = (error: ErrorCode, requestId: string, details?: unknown): Failure => ({
  status: errorStatus[error],
  body: {
    error,
    message: messageOf(error, details),
    ...(details === undefined ? {} : { details }),
    requestId,
  },
})

/** Turns any thrown value into a coded answer; unexpected errors are logged under the request id. */
export const toFailure = (error: unknown, requestId: string, log: Log): Failure => {
  const refusal = refusalOf(error)
  if (refusal) return failure(refusal.code, requestId, refusal.details)
  log.error({ err: error, requestId }, 'call failed unexpectedly')
  return failure(isConnectionError(error) ? 'STORAGE_UNAVAILABLE' : 'INTERNAL_ERROR', requestId)
}

export const refusalAnswer = failure
