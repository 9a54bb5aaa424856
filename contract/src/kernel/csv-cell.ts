/**
 * Start of a cell that a spreadsheet runs as a formula: `=`, `+`, `-`, `@`, also full width and after white space; or a
 * tab or line end (OWASP, CSV Injection).
 */
const formulaPattern = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

const looksExecutable = (text: string): boolean => formulaPattern.test(text.replace(/^'+/, ''))

/**
 * Prefixes executable text with an apostrophe for a CSV cell. Text that already has one gets a second, so that {@link
 * unescapeFormula} restores the original.
 */
export const escapeFormula = (text: string): string => (looksExecutable(text) ? `'${text}` : text)

/** Reverts {@link escapeFormula}. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && looksExecutable(text) ? text.slice(1) : text

/** Quotes a text for a CSV cell if any spreadsheet would split it, whatever its separator. */
export const quoteCell = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
