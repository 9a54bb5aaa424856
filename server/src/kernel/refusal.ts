import type { ErrorCode } from '@vigilux/contract/errors.ts'
import { errorStatus } from '@vigilux/contract/errors.ts'

/** An expected no: a declared code, with what the caller may know of it. */
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

/** Refuses; never returns. */
export type Fail<Code extends ErrorCode> = (code: Code, details?: unknown) => never

/**
 * The same for what several actions share, which cannot know which of them asks. Each of these has to declare the code:
 * the dispatcher refuses undeclared ones in tests.
 */
export const fail: Fail<ErrorCode> = (code, details) => {
  throw new Refusal(code, details)
}
