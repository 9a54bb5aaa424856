/** Distinguishes erased persons: one number for all entries of a person in a plant's logbook. */
export const erasedPersonTag = (person: string): string => person.slice(-4).toUpperCase()
