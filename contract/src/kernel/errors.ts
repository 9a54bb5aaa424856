/** HTTP status of a refusal; the realtime channel sends only the code. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503

/** Keeps the literal types of the codes: an action can only use existing, translated codes. */
export const defineErrors = <const T extends Record<string, RefusalStatus>>(errors: T): T => errors

/** Refusals of the dispatcher and the transports, for any action. */
export const kernelErrors = defineErrors({
  INVALID_INPUT: 400,
  UNKNOWN_ACTION: 400,
  NOT_SIGNED_IN: 401,
  ACCOUNT_SUSPENDED: 403,
  /** The person has not declared the age and accepted the terms yet. */
  DECLARATIONS_MISSING: 403,
  NOT_ALLOWED: 403,
  FOREIGN_ORIGIN: 403,
  NOT_FOUND: 404,
  PLANT_NOT_FOUND: 404,
  /** The plant is archived: it is read-only and accepts no commands. */
  PLANT_ARCHIVED: 409,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  SERVER_BUSY: 503,
  /** The database cannot be reached or cannot write; nothing was stored. */
  STORAGE_UNAVAILABLE: 503,
  /** The call exceeded its time limit; its transaction was rolled back, nothing was stored. */
  STORAGE_SLOW: 503,
  /** The database did not answer COMMIT. Repeating the call with the same idempotency key returns the outcome. */
  OUTCOME_UNKNOWN: 503,
  /** The idempotency key belongs to a call with another payload. */
  IDEMPOTENCY_KEY_REUSED: 409,
  FILE_STORAGE_FULL: 503,
})
export type KernelErrorCode = keyof typeof kernelErrors

/** Refused field of an input; the web shows `errors.fields.<code>` next to it. */
export type FieldRefusal = { path: string; code: string; params?: Record<string, string | number> }
