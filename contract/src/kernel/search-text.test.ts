import { describe, expect, it } from 'vitest'
import { createSearchMatcher, normalizeSearchText, splitSearchWords } from './search-text.ts'

describe('plainText', () => {
  it.each([
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Cœur', 'coeur'],
    ['Đakovo', 'dakovo'],
    ['Příšerně', 'priserne'],
    ['Città', 'citta'],
    ['İzmir Ilgın', 'izmir ilgin'],
    ['Αθήνα', 'αθηνα'],
  ])('%s is compared as %s', (text, normalizedText) => {
    expect(normalizeSearchText(text)).toBe(normalizedText)
  })
})

describe('a search', () => {
  it('is its words, whatever stands between them', () => {
    expect(splitSearchWords('  Ciąg \t Ósmy ')).toEqual(['ciag', 'osmy'])
  })

  it('finds texts that have each word, in any order', () => {
    const fits = createSearchMatcher('osmy CIAG')
    expect([fits('Ciąg komunikacyjny, ósmy'), fits('Ciąg komunikacyjny')]).toEqual([true, false])
  })

  it('finds all where it is empty', () => {
    expect(createSearchMatcher('  ')('')).toBe(true)
  })
})
