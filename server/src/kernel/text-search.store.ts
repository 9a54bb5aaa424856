import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The letters of Latin-1 and of Latin Extended-A and -B, which hold those of the nine languages. */
const accentedRange = { first: 0xc0, last: 0x24f } as const

/** What may stand in a text for letters without accents: `l` for `ł`, `ss` for `ß`. */
const accentedVariants = ((): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (let code = accentedRange.first; code <= accentedRange.last; code++) {
    const letter = String.fromCodePoint(code)
    const plain = normalizeSearchText(letter)
    if (/^[a-z]{1,2}$/.test(plain)) found.set(plain, (found.get(plain) ?? '') + letter)
  }
  return found
})()

const patternOfLetter = (letter: string): string => {
  const others = accentedVariants.get(letter)
  if (others) return `[${letter}${others}]`
  return letter.replace(/[\\^$.|?*+()[\]{}]/, '\\$&')
}

/** A regular expression of PostgreSQL that fits a text with these letters, whatever accents they have there. */
const patternOf = (text: string): string => {
  const letters = [...normalizeSearchText(text)]
  let pattern = ''
  for (let at = 0; at < letters.length; at++) {
    const one = patternOfLetter(letters[at] ?? '')
    const next = letters[at + 1] ?? ''
    const both = accentedVariants.get(`${letters[at]}${next}`)
    pattern += both ? `(?:${one}${patternOfLetter(next)}|[${both}])` : one
    if (both) at++
  }
  return pattern
}

/** Whether a column holds a text, without case and accents, as `normalizeSearchText` compares them. */
export const contains = (column: SQLWrapper, text: string): SQL<boolean> =>
  sql<boolean>`${column} ~* ${patternOf(text)}`

/** Whether a column begins with a text, without case and accents. */
export const startsWith = (column: SQLWrapper, text: string): SQL<boolean> =>
  sql<boolean>`${column} ~* ${`^${patternOf(text)}`}`
