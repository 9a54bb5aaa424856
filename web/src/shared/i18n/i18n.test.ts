import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure, failureText, throwWithTexts } from '../api/api-failure.ts'
import {
  chooseLanguage,
  currentLanguage,
  errorText,
  loadTextBundles,
  loadTextsOfCode,
  startLanguages,
  type TextLoaders,
} from './i18n.ts'
import { languages } from './languages.ts'
import { codeBundles, textBundles } from './text-bundles.ts'

const files: Record<string, Record<string, Record<string, unknown>>> = {
  'en everywhere': { shared: { hello: 'Hello' }, codes: { errors: { NOT_ALLOWED: 'No' } } },
  'en plant': { lamps: { title: 'Lamps' } },
  'no everywhere': {
    shared: { hello: 'Hei' },
    codes: { errors: { NOT_ALLOWED: 'Nei', lamp: { dali: 'DALI-feil' } } },
  },
  'no people': { plants: { title: 'Anlegg' } },
  'no plant': { lamps: { title: 'Armaturer' } },
  'no room': { codes: { errors: { ROOM_NOT_FOUND: 'Rommet finnes ikke' } } },
}
for (const set of codeBundles) files[`no ${set}`] ??= {}
const fetchedNames: string[] = []
const loaderOf = (name: string) => async () => {
  fetchedNames.push(name)
  const texts = files[name]
  if (!texts) throw new Error(`there is no ${name}`)
  return { default: texts }
}
const loaders = Object.fromEntries(
  languages.map((code) => [code, Object.fromEntries(textBundles.map((set) => [set, loaderOf(`${code} ${set}`)]))]),
) as TextLoaders

function translate(key: string): string {
  return (i18next.t as unknown as (key: string) => string)(key)
}

const browserLanguage = vi.spyOn(navigator, 'languages', 'get')

beforeEach(async () => {
  localStorage.clear()
  // The first file of a worker has nothing to remove.
  for (const code of languages)
    for (const name of ['lamps', 'plants', 'codes']) i18next.removeResourceBundle?.(code, name)
  fetchedNames.length = 0
  browserLanguage.mockReturnValue(['nb-NO'])
  await startLanguages(loaders)
})

test('starts in the browser language with the words of every page, and fetches no other', () => {
  expect(currentLanguage()).toBe('no')
  expect(document.documentElement.lang).toBe('nb')
  expect(translate('shared:hello')).toBe('Hei')
  expect(fetchedNames).toEqual(['no everywhere'])
})

test('a page has its words before it is drawn, fetched once', async () => {
  await loadTextBundles('people', 'plant')
  expect([translate('plants:title'), translate('lamps:title')]).toEqual(['Anlegg', 'Armaturer'])
  await loadTextBundles('plant')
  expect(fetchedNames).toEqual(['no everywhere', 'no people', 'no plant'])
})

test('words that a page needs while another language comes are there in both', async () => {
  const languageChosen = chooseLanguage('en')
  await Promise.all([languageChosen, loadTextBundles('plant')])
  expect(currentLanguage()).toBe('en')
  expect(translate('lamps:title')).toBe('Lamps')
})

test('English stands in for a language that cannot be fetched', async () => {
  browserLanguage.mockReturnValue(['pl'])
  await startLanguages(loaders)
  expect(currentLanguage()).toBe('en')
  expect(translate('shared:hello')).toBe('Hello')
})

test('keeps a chosen language for the next visit', async () => {
  await chooseLanguage('en')
  expect(translate('shared:hello')).toBe('Hello')
  expect(localStorage.getItem('vigilux.language')).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})

test('a code of a feature that comes to another page has its words as soon as they are fetched, those of every page stay', async () => {
  expect(errorText('errors', 'ROOM_NOT_FOUND')).toBeUndefined()
  await vi.waitFor(() => expect(errorText('errors', 'ROOM_NOT_FOUND')).toBe('Rommet finnes ikke'))
  expect(errorText('errors', 'NOT_ALLOWED')).toBe('Nei')
  expect(fetchedNames.toSorted()).toEqual(codeBundles.map((set) => `no ${set}`).toSorted())
})

test('a code that nobody has words for makes every set be fetched once', async () => {
  await loadTextsOfCode('errors', 'NEVER_HEARD_OF')
  await loadTextsOfCode('errors', 'NEVER_HEARD_OF_EITHER')
  expect(errorText('errors', 'NEVER_HEARD_OF')).toBeUndefined()
  expect(fetchedNames).toHaveLength(codeBundles.length)
})

test('a refusal has its words when it is thrown', async () => {
  const refusal = new ApiFailure('ROOM_NOT_FOUND', 404)
  await expect(throwWithTexts(refusal)).rejects.toBe(refusal)
  expect(failureText(refusal)).toBe('Rommet finnes ikke')
})

test('a refusal is thrown within two seconds where its words do not come', async () => {
  const stalledLoaders = { ...loaders, no: { ...loaders.no, room: () => new Promise<never>(() => undefined) } }
  await startLanguages(stalledLoaders)
  const startedAt = performance.now()
  await expect(throwWithTexts(new ApiFailure('ROOM_NOT_FOUND', 404))).rejects.toThrow('ROOM_NOT_FOUND')
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})

test('a refusal is thrown where its words cannot be fetched', async () => {
  await chooseLanguage('en')
  await expect(throwWithTexts(new ApiFailure('ROOM_NOT_FOUND', 404))).rejects.toThrow('ROOM_NOT_FOUND')
})

test('the code of any feature has its words, on any page', () => {
  expect(errorText('errors', 'NOT_ALLOWED')).toBe('Nei')
  expect(errorText('errors.lamp', 'dali')).toBe('DALI-feil')
})

test('a code without words is told apart from one with', () => {
  expect(errorText('errors', 'NOT_ALLOWED')).toBeDefined()
  expect(errorText('errors', 'NEVER_HEARD_OF')).toBeUndefined()
})
