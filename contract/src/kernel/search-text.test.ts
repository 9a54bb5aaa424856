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
  ])('normalizes %s to %s', (text, normalizedText) => {
    expect(normalizeSearchText(text)).toBe(normalizedText)
  })
})

describe('text search', () => {
  it('splits words at any separator', () => {
    expect(splitSearchWords('  Ciąg \t Ósmy ')).toEqual(['ciag', 'osmy'])
  })

  it('finds texts that contain each word in any order', () => {
    const fits = createSearchMatcher('osmy CIAG')
    expect([fits('Ciąg komunikacyjny, ósmy'), fits('Ciąg komunikacyjny')]).toEqual([true, false])
  })

  it('finds all texts when empty', () => {
    expect(createSearchMatcher('  ')('')).toBe(true)
  })
})
