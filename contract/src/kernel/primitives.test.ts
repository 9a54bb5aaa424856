import { describe, expect, it } from 'vitest'
import { line, optionalLines, optionalText, text } from './primitives.ts'

const controls = ['\0', '\n', '\r\n', '\t', '\u0085', '\ud800']
const separators = ['\u2028', '\u2029']
const bidiCharacters = ['\u202a', '\u202e', '\u2066', '\u2069', '\u200e', '\u061c']
const unseen = ['\u200b', '\u2060', '\ufeff', '\u00ad', '\u2063', '\u206f', '\u3164', '\uffa0']

describe('typed name', () => {
  it.each(controls)('refuses control characters: %j', (character) => {
    for (const value of [`A${character}B`, `A${character}B: c`])
      expect(text(60).safeParse(value).error?.issues).toMatchObject([{ message: 'control_characters' }])
  })

  it.each([...bidiCharacters, ...unseen])('drops invisible characters: %j', (character) => {
    expect(text(60).parse(`${character}Mar${character}io${character}`)).toBe('Mario')
    expect(text(60).safeParse(character).error?.issues).toMatchObject([{ message: 'cannot_be_empty' }])
    expect(optionalText(60).parse(character)).toBe('')
    // The two characters become one letter.
    expect(text(60).parse(`e${character}\u0301`)).toBe('é')
    expect(optionalLines(60).parse(`e${character}\u0301`)).toBe('é')
  })

  it.each(['\u200d', '\u200c\ufe0f', ' \u200d '])('is missing with joiners alone: %j', (value) => {
    expect(text(60).safeParse(value).error?.issues).toMatchObject([{ message: 'cannot_be_empty' }])
  })

  it.each(separators)('becomes one line: %j', (character) => {
    expect(text(60).parse(`Mario${character}Rossi${character}`)).toBe('Mario Rossi')
  })

  it('keeps characters of languages and emoji', () => {
    for (const name of ['Łukasz Żółć', "D'Amico & Figli", 'شرکت\u200cها', '👩\u200d🔧', 'עדה', '李小龍'])
      expect(text(60).parse(name)).toBe(name)
  })
})

describe('text line', () => {
  it.each([...controls, ...separators, ...bidiCharacters])('is refused with %j', (character) => {
    expect(line(60).safeParse(`A${character}B`).error?.issues).toMatchObject([{ message: 'control_characters' }])
  })
})

describe('multi-line text', () => {
  it('normalizes line ends and drops invisible characters', () => {
    expect(optionalLines(60).parse('a\r\nb\rc\u2028d\u2029e\nf\u202e\ufeff')).toBe('a\nb\nc\nd\ne\nf')
    for (const character of ['\0', '\t', '\u0085', '\ud800'])
      expect(optionalLines(60).safeParse(`A${character}B`).success).toBe(false)
  })
})
