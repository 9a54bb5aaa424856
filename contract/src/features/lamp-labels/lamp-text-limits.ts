// Separate from the schemas, to keep the input validation out of a device list.

/** Maximum characters of the texts of a lamp. */
export const lampTextLengths = { description: 80, location: 120 } as const

/**
 * Maximum rows of one call, which has at most 256 KiB as JSON: about 300 rows with the longest texts. Larger imports
 * are sent in parts by `uploadLampTexts`, then `saveLampTexts`.
 */
export const maxRowsPerCall = 1_000
