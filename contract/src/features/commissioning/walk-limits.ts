// Separate from the schemas, so that a device list does not load the input validation.

/** Limits of the walks of a plant. */
export const walkLimits = {
  /** Maximum chosen lamps of one walk; a walk of a unit has all its lamps. */
  lamps: 2_000,
  /** Maximum open walks of a plant. */
  open: 20,
} as const

/** Seconds of blinking when a person arrives at a lamp, and when that person cannot see it. */
export const blinkSeconds = { usual: 30, longer: 120 } as const

/**
 * Minutes for which a lamp is reserved for one person, so that a dead phone does not block it. Every step of the person
 * renews them.
 */
export const lampClaimMinutes = 10

/** Why a lamp has no place: it did not blink, was not found, or could not be reached. */
export const skipReasons = ['noAnswer', 'notFound', 'noAccess'] as const
