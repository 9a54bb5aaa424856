import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { languages } from '../contract/src/kernel/primitives.ts'
import { addTexts } from '../scripts/add-words.ts'

let root: string
const locales = 'web/src/features/doors/locales'
const file = (language: string, folder = locales) => join(root, folder, `${language}.json`)
const readTexts = (language: string, folder = locales): unknown =>
  JSON.parse(readFileSync(file(language, folder), 'utf8'))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vigilux-words-'))
  mkdirSync(join(root, locales), { recursive: true })
  mkdirSync(join(root, 'contract/src/features/windows'), { recursive: true })
  for (const language of languages) writeFileSync(file(language), '{\n  "title": "x",\n  "panel": { "open": "y" }\n}\n')
})
afterEach(() => rmSync(root, { recursive: true }))

test('the tool adds a text to nine files and lists untranslated languages', () => {
  const addedTexts = addTexts(root, 'doors', 'panel.close', { en: 'Close', de: 'Schließen' })
  expect(addedTexts).toEqual({ folder: locales, untranslated: languages.filter((one) => one !== 'en' && one !== 'de') })
  expect(readTexts('de')).toEqual({ title: 'x', panel: { open: 'y', close: 'Schließen' } })
  for (const language of addedTexts.untranslated)
    expect(readTexts(language)).toMatchObject({ panel: { close: 'Close' } })
})

test('the tool adds every plural form of a language', () => {
  addTexts(root, 'doors', 'count_other', { en: '{{count}} doors', pl: 'Drzwi: {{count}}' })
  const forms = ['few', 'many', 'one', 'other'].map((form) => [`count_${form}`, 'Drzwi: {{count}}'])
  expect(readTexts('pl')).toMatchObject(Object.fromEntries(forms))
  expect(Object.keys(readTexts('en') as object)).toEqual(['title', 'panel', 'count_one', 'count_other'])
})

test('the tool creates files only for an existing feature', () => {
  addTexts(root, 'windows', 'title', { en: 'Windows' })
  expect(readTexts('it', 'web/src/features/windows/locales')).toEqual({ title: 'Windows' })
  expect(() => addTexts(root, 'walls', 'title', { en: 'Walls' })).toThrow('walls')
  expect(existsSync(join(root, 'web/src/features/walls'))).toBe(false)
})

test('the tool leaves an existing text unchanged in all files', () => {
  writeFileSync(file('pt'), '{ "title": "x", "only": "here" }')
  expect(() => addTexts(root, 'doors', 'only', { en: 'Only' })).toThrow('only is there already')
  expect(() => addTexts(root, 'doors', 'title.long', { en: 'Long' })).toThrow('title')
  expect(readTexts('en')).toEqual({ title: 'x', panel: { open: 'y' } })
})
