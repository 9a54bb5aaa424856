// Separate from the schemas, so that a device list does not load the input validation.

/** Maximum characters of the texts of a lamp. */
export const lampTextLengths = { description: 80, location: 120 } as const

/**
 * Maximum rows of one call, which has at most 256 KiB as JSON: about 300 rows with the longest texts. Larger imports
 * are sent in parts by `uploadLampTexts`, then `saveLampTexts`.
 */
export const maxRowsPerCall = 1_000
