/**
 * How a cell begins that a spreadsheet runs as a formula: `=`, `+`, `-` or `@`, also in full width, after any white space; or a
 * tab or line end (OWASP, CSV Injection).
 */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

const looksRun = (text: string): boolean => formula.test(text.replace(/^'+/, ''))

/**
 * A text for a cell of a CSV file: an apostrophe keeps a spreadsheet from running it. A text that has one already gets one more, so that
 * {@link withoutDefusal} gives back what it was.
 */
export const defusedText = (text: string): string => (looksRun(text) ? `'${text}` : text)

/** The text of a cell as it was before {@link defusedText}. */
export const withoutDefusal = (text: string): string => (text.startsWith("'") && looksRun(text) ? text.slice(1) : text)

/** A text as a cell of a CSV file: in quotes if any spreadsheet, whatever its separator, would split it. */
export const quotedCell = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
