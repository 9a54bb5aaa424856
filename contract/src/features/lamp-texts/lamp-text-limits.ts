// Apart from the schemas: a list of devices knows these, and does without what checks input.

/** Characters of the texts of a lamp. */
export const lampTextLengths = { description: 80, location: 120 } as const

/** Rows of one call; what is longer is kept part by part first. */
export const rowsPerCall = 1_000
