import { errorMessages } from '@vigilux/contract/error-messages.ts'
import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { errorStatus } from '@vigilux/contract/errors.ts'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'
import { isConnectionTrouble } from './store-away.ts'

/** What a caller is told of a call that did not succeed. Never a stack, never SQL. */
export type Failure = {
  status: number
  body: { error: ErrorCode; message: string; details?: unknown; requestId: string }
}

/** A value of the details as it stands in a sentence. */
const said = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(said).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '–'
}

/** An English sentence for people who read the API; the web client words the code itself. */
const messageOf = (error: ErrorCode, details: unknown): string => {
  const values = Object.entries(details ?? {})
  return errorMessages[error].replaceAll(/{{(\w+)}}/g, (_, name: string) => said(new Map(values).get(name)))
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

/** Turns whatever was thrown into a coded answer; what was not expected is logged under the request id. */
export const failureOf = (error: unknown, requestId: string, log: Log): Failure => {
  if (error instanceof Refusal) return failure(error.code, requestId, error.details)
  log.error({ err: error, requestId }, 'call failed unexpectedly')
  return failure(isConnectionTrouble(error) ? 'STORAGE_UNAVAILABLE' : 'INTERNAL_ERROR', requestId)
}

export const refusalAnswer = failure
