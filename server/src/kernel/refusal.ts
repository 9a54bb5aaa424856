import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { errorStatus } from '@vigilux/contract/errors.ts'
import { sqlStateOf, sqlStates } from './sql-state.ts'

/** An expected refusal: a declared code, with details for the caller. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  constructor(code: ErrorCode, details?: unknown, options?: ErrorOptions) {
    super(code, options)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
  get status(): number {
    return errorStatus[this.code]
  }
}

/** Refuses with one of these codes; never returns. */
export type Fail<Code extends ErrorCode> = (code: Code, details?: unknown) => never

const refuse: Fail<ErrorCode> = (code, details) => {
  throw new Refusal(code, details)
}

/**
 * Refuses outside of the work of an action, as a route does. The module names its codes:
 * `const fail: Fail<'NOT_FOUND'> = failWith()`.
 */
export const failWith = <Code extends ErrorCode = never>(): Fail<Code> => refuse

/** The plant no longer exists; the dispatcher refuses any call for it. */
export const plantNotFound = (): Refusal => new Refusal('PLANT_NOT_FOUND')

/** The database took too long; nothing was stored. */
export const tooSlow = (): Refusal => new Refusal('STORAGE_SLOW', { retryAfterS: 5 })

/**
 * The refusal in an error or its causes: the query builder wraps errors of the driver. A canceled statement took too
 * long.
 */
export const refusalOf = (error: unknown): Refusal | null => {
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof Refusal) return current
  return sqlStateOf(error) === sqlStates.queryCanceled ? tooSlow() : null
}
