// Apart from the schemas: a list of devices knows these, and does without what checks input.

/** Characters of the texts of a lamp. */
export const lampTextLengths = { description: 80, location: 120 } as const

/**
 * Rows of one call, which has at most 256 KiB as JSON: about 300 rows with the longest texts. More rows are sent in parts, by
 * `keepLampTexts` and then `saveLampTexts`.
 */
export const maxRowsPerCall = 1_000
