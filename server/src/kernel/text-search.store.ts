import { normalizeSearchText } from '@vigilux/contract/kernel/search-text.ts'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Letters of Latin-1 and of Latin Extended-A and -B, which cover the nine languages. */
const accentedRange = { first: 0xc0, last: 0x24f } as const

/** Accented variants of letters without accents: `l` for `ł`, `ss` for `ß`. */
const accentedVariants = ((): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (let code = accentedRange.first; code <= accentedRange.last; code++) {
    const character = String.fromCodePoint(code)
    const baseLetters = normalizeSearchText(character)
    if (/^[a-z]{1,2}$/.test(baseLetters)) found.set(baseLetters, (found.get(baseLetters) ?? '') + character)
  }
  return found
})()

const patternOfCharacter = (character: string): string => {
  const variants = accentedVariants.get(character)
  if (variants) return `[${character}${variants}]`
  return character.replace(/[\\^$.|?*+()[\]{}]/, '\\$&')
}

/** A PostgreSQL regular expression that matches a text regardless of accents. */
const patternOf = (text: string): string => {
  const characters = [...normalizeSearchText(text)]
  let pattern = ''
  for (let at = 0; at < characters.length; at++) {
    const characterPattern = patternOfCharacter(characters[at] ?? '')
    const next = characters[at + 1] ?? ''
    const digraphVariants = accentedVariants.get(`${characters[at]}${next}`)
    pattern += digraphVariants
      ? `(?:${characterPattern}${patternOfCharacter(next)}|[${digraphVariants}])`
      : characterPattern
    if (digraphVariants) at++
  }
  return pattern
}

/** Whether a column contains a text, ignoring case and accents like `normalizeSearchText`. */
export const contains = (column: SQLWrapper, text: string): SQL<boolean> =>
  sql<boolean>`${column} ~* ${patternOf(text)}`

/** Whether a column starts with a text, ignoring case and accents. */
export const startsWith = (column: SQLWrapper, text: string): SQL<boolean> =>
  sql<boolean>`${column} ~* ${`^${patternOf(text)}`}`
