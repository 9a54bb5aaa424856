import { describe, expect, it } from 'vitest'
import { finderOf, plainText, searchWords } from './search-text.ts'

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
  ])('%s is compared as %s', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })
})

describe('a search', () => {
  it('is its words, whatever stands between them', () => {
    expect(searchWords('  Ciąg \t Ósmy ')).toEqual(['ciag', 'osmy'])
  })

  it('finds texts that have each word, in any order', () => {
    const fits = finderOf('osmy CIAG')
    expect([fits('Ciąg komunikacyjny, ósmy'), fits('Ciąg komunikacyjny')]).toEqual([true, false])
  })

  it('finds all where it is empty', () => {
    expect(finderOf('  ')('')).toBe(true)
  })
})
