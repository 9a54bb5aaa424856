/**
 * How a cell begins that a spreadsheet runs as a formula: `=`, `+`, `-` or `@`, also in full width, after any white space; or a
 * tab or line end (OWASP, CSV Injection).
 */
const formulaPattern = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

const looksExecutable = (text: string): boolean => formulaPattern.test(text.replace(/^'+/, ''))

/**
 * A text for a cell of a CSV file: an apostrophe keeps a spreadsheet from running it. A text that has one already gets one more, so that
 * {@link unescapeFormula} gives back what it was.
 */
export const escapeFormula = (text: string): string => (looksExecutable(text) ? `'${text}` : text)

/** The text of a cell as it was before {@link escapeFormula}. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && looksExecutable(text) ? text.slice(1) : text

/** A text as a cell of a CSV file: in quotes if any spreadsheet, whatever its separator, would split it. */
export const quoteCell = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
