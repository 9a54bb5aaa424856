/** Distinguishes erased persons: the same for all entries of one person in a plant's logbook. Shown after "Erased person". */
export const erasedPersonTag = (person: string): string => person.slice(-4).toUpperCase()
