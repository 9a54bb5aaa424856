import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Letters of Latin-1 and of Latin Extended-A and -B, which cover the nine languages. */
const accentedRange = { first: 0xc0, last: 0x24f } as const

/** Accented variants of letters without accents: `l` for `ł`, `ss` for `ß`. */
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

/** A PostgreSQL regular expression that matches a text regardless of accents. */
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

/** Whether a column contains a text, ignoring case and accents like `normalizeSearchText`. */
export const contains = (column: SQLWrapper, text: string): SQL<boolean> =>
  sql<boolean>`${column} ~* ${patternOf(text)}`

/** Whether a column starts with a text, ignoring case and accents. */
export const startsWith = (column: SQLWrapper, text: string): SQL<boolean> =>
  sql<boolean>`${column} ~* ${`^${patternOf(text)}`}`
