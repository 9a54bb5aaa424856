/** A spreadsheet would run a cell that begins so. */
const formula = /^\s*[=+\-@\t\r]/

const looksRun = (text: string): boolean => formula.test(text.replace(/^'+/, ''))

/**
 * A text for a cell of a CSV file: an apostrophe keeps a spreadsheet from running it. A text that has one already gets one more, so that
 * {@link withoutDefusal} gives back what it was.
 */
export const defusedText = (text: string): string => (looksRun(text) ? `'${text}` : text)

/** The text of a cell as it was before it was written to a CSV file of ours. */
export const withoutDefusal = (text: string): string => (text.startsWith("'") && looksRun(text) ? text.slice(1) : text)
