// Apart from the schemas: a list of devices knows these, and does without what checks input.

/** How much a plant walks at once. */
export const walkLimits = {
  /** Lamps of one walk that were chosen; a walk of a unit has as many as the unit. */
  lamps: 2_000,
  /** Walks of a plant that have not ended. */
  open: 20,
} as const

/** Seconds for which a lamp blinks when a person comes to it, and when that person does not see it. */
export const blinkSeconds = { usual: 30, longer: 120 } as const

/** Minutes for which a lamp is one person's: a phone that died holds it no longer. What the person does there begins them anew. */
export const lampClaimMinutes = 10

/** Why a lamp was left without a place: it did not blink, it was not found, nobody could get to it. */
export const skipReasons = ['noAnswer', 'notFound', 'noAccess'] as const
