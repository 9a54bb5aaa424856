/** HTTP status that a refusal travels with; on the realtime channel the code alone is sent. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 503

/** Keeps the literal codes, so that an action can only refuse with a code that exists and is translated. */
export const defineErrors = <const T extends Record<string, RefusalStatus>>(errors: T): T => errors

/** Refusals that the dispatcher and the transports give by themselves, for any action. */
export const kernelErrors = defineErrors({
  INVALID_INPUT: 400,
  UNKNOWN_ACTION: 400,
  NOT_SIGNED_IN: 401,
  ACCOUNT_SUSPENDED: 403,
  NOT_ALLOWED: 403,
  FOREIGN_ORIGIN: 403,
  NOT_FOUND: 404,
  PLANT_NOT_FOUND: 404,
  /** The plant is archived: it can be read, and nothing in it changed or commanded. */
  PLANT_ARCHIVED: 409,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  SERVER_BUSY: 503,
  /** The database cannot be reached or cannot write; nothing was stored. */
  STORAGE_UNAVAILABLE: 503,
  /** The time of the call was up; its transaction was rolled back, nothing was stored. */
  STORAGE_SLOW: 503,
  /** COMMIT was sent and not answered. The same call with the same idempotency key says the outcome. */
  OUTCOME_UNKNOWN: 503,
  /** The idempotency key belongs to a call with another payload. */
  IDEMPOTENCY_KEY_REUSED: 409,
  FILE_STORAGE_FULL: 503,
})
export type KernelErrorCode = keyof typeof kernelErrors

/** What a refused field says of itself; the web shows it beside the field as `errors.fields.<code>`. */
export type FieldRefusal = { path: string; code: string; params?: Record<string, string | number> }
