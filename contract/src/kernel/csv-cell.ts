/**
 * Start of a cell run as a formula by spreadsheets: `=`, `+`, `-`, `@`, also full width and after white space; or a tab
 * or line end (OWASP, CSV Injection).
 */
const formulaPattern = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

const looksExecutable = (text: string): boolean => formulaPattern.test(text.replace(/^'+/, ''))

/**
 * Prefixes executable text with an apostrophe for a CSV cell. Text already starting with one gets a second; {@link
 * unescapeFormula} restores the original.
 */
export const escapeFormula = (text: string): string => (looksExecutable(text) ? `'${text}` : text)

/** Reverts {@link escapeFormula}. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && looksExecutable(text) ? text.slice(1) : text

/** Quotes a text for a CSV cell if any spreadsheet would split it, whatever its separator. */
export const quoteCell = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
