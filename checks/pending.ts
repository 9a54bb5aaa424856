/**
 * What the specification names and the product does not have yet, with the noun it comes with. An entry that has come
 * is to be taken out: the check says so.
 */
export const pendingActions: Record<string, readonly string[]> = {}

export const pendingErrors: Record<string, readonly string[]> = {}

/** Faults of section 8 that no unit can report yet. */
export const pendingUnitFaults: Record<string, readonly string[]> = {}
