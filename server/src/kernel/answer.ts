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

const messages: Partial<Record<ErrorCode, string>> = {
  PLANT_NOT_FOUND: 'plant information not available',
  NOT_ALLOWED: 'not authorised for the resource',
}

const failure = (error: ErrorCode, requestId: string, details?: unknown): Failure => ({
  status: errorStatus[error],
  body: {
    error,
    message: messages[error] ?? error,
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
