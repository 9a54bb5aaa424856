/**
 * Form of the idempotency key of one press of a button. A repeated write by the same account with the same key and
 * payload returns the first answer and has no second effect.
 */
export const idempotencyKeyPattern: RegExp = /^[\x21-\x7e]{1,64}$/

/** Hours for which the server remembers a key. */
export const idempotencyKeyHours = 24

/** HTTP header of the idempotency key; the realtime channel sends it as `key`, next to `id`. */
export const idempotencyHeader = 'Idempotency-Key'
