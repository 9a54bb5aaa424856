import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { errorStatus } from '@vigilux/contract/errors.ts'

/** An expected no: a declared code, with what the caller may know of it. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  constructor(code: ErrorCode, details?: unknown) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
  get status(): number {
    return errorStatus[this.code]
  }
}

/** The one idiom for a refusal inside a handler: `return fail('CODE')`. */
export const fail = (code: ErrorCode, details?: unknown): never => {
  throw new Refusal(code, details)
}
