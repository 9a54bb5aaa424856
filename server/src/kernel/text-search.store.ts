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

/** A PostgreSQL regular expression for a text regardless of accents. */
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

/** Words in which a typo is likelier than a coincidence: four letters or more, and no digits. */
export const mayHaveTypo = (word: string): boolean => [...word].length >= 4 && !/\d/.test(word)

/** Patterns of texts with one other, missing or surplus letter, or with two exchanged letters. */
const almostPatternOf = (word: string): string => {
  const letters = [...normalizeSearchText(word)].map(patternOfCharacter)
  const before = (at: number) => letters.slice(0, at).join('')
  const from = (at: number) => letters.slice(at).join('')
  // The first letter is rarely wrong, and without it too many texts fit.
  const edits = letters.slice(1).flatMap((letter, n) => {
    const at = n + 1
    const swapped = at + 1 < letters.length ? [`${before(at)}${letters[at + 1]}${letter}${from(at + 2)}`] : []
    return [`${before(at)}.{0,2}${from(at + 1)}`, ...swapped]
  })
  return `(?:${edits.join('|')})`
}

/** Like `contains`, with at most one wrong letter per word. */
export const containsAlmost = (column: SQLWrapper, word: string): SQL<boolean> =>
  mayHaveTypo(word) ? sql<boolean>`${column} ~* ${almostPatternOf(word)}` : contains(column, word)
