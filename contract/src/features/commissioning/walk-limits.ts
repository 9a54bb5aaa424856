// Separate from the schemas, to keep the input validation out of a device list.

/** Limits of the walks of a plant. */
export const walkLimits = {
  /** Maximum chosen lamps of one walk; a walk of a unit has all its lamps. */
  lamps: 2_000,
  /** Maximum open walks of a plant. */
  open: 20,
} as const

/** Seconds of blinking: when a person arrives at a lamp, and when the person cannot see it. */
export const blinkSeconds = { default: 30, longer: 120 } as const

/**
 * Minutes of a lamp's reservation for one person; a dead phone then no longer blocks it. Every step of the person
 * renews them.
 */
export const lampClaimMinutes = 10

/** Why a lamp has no place: it did not blink, was not found, or could not be reached. */
export const skipReasons = ['noAnswer', 'notFound', 'noAccess'] as const
