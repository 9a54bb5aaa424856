import { z } from 'zod'

/**
 * The name that a caller gives to one press of a button. A write with the key of an earlier one, by the same account
 * and with the same payload, is answered as the first one was, and has no second effect.
 */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,64}$/)

/** Hours for which a key is remembered. */
export const idempotencyKeyHours = 24

/** The header that carries it over HTTP; on the realtime channel it is `key`, beside `id`. */
export const idempotencyHeader = 'Idempotency-Key'
