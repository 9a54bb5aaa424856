import { act, renderHook } from '@testing-library/react'
import { ApiFailure } from '@vigilux/client/failure.ts'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { failureText, throwWithTexts } from '../api/api-failure.ts'
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
    shared: { hello: 'Hei', word: { save: 'Lagre' } },
    codes: { errors: { NOT_ALLOWED: 'Nei', lamp: { dali: 'DALI-feil' } } },
  },
  'no people': { plants: { title: 'Anlegg' } },
  'no plant': { lamps: { title: 'Armaturer', count_other: '{{count}} armaturer', year: 'År {{year}}' } },
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

test('the app starts in the browser language with only the common texts', () => {
  expect(currentLanguage()).toBe('no')
  expect(document.documentElement.lang).toBe('nb')
  expect(translate('shared:hello')).toBe('Hei')
  expect(fetchedNames).toEqual(['no everywhere'])
})

test('a word that features share is found in every namespace', async () => {
  await loadTextBundles('people')
  expect(translate('plants:word.save')).toBe('Lagre')
})

test('a page loads its texts once before it is rendered', async () => {
  await loadTextBundles('people', 'plant')
  expect([translate('plants:title'), translate('lamps:title')]).toEqual(['Anlegg', 'Armaturer'])
  await loadTextBundles('plant')
  expect(fetchedNames).toEqual(['no everywhere', 'no people', 'no plant'])
})

test('a page that loads during a language change gets its texts in the new language', async () => {
  const languageChosen = chooseLanguage('en')
  await Promise.all([languageChosen, loadTextBundles('plant')])
  expect(currentLanguage()).toBe('en')
  expect(translate('lamps:title')).toBe('Lamps')
})

test('English replaces a language that fails to load', async () => {
  browserLanguage.mockReturnValue(['pl'])
  await startLanguages(loaders)
  expect(currentLanguage()).toBe('en')
  expect(translate('shared:hello')).toBe('Hello')
})

test('a chosen language is stored for the next visit', async () => {
  await chooseLanguage('en')
  expect(translate('shared:hello')).toBe('Hello')
  expect(localStorage.getItem('vigilux.language')).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})

test('a code of another feature gets its text once it is loaded', async () => {
  expect(errorText('errors', 'ROOM_NOT_FOUND')).toBeUndefined()
  await vi.waitFor(() => expect(errorText('errors', 'ROOM_NOT_FOUND')).toBe('Rommet finnes ikke'))
  expect(errorText('errors', 'NOT_ALLOWED')).toBe('Nei')
  expect(fetchedNames.toSorted()).toEqual(codeBundles.map((set) => `no ${set}`).toSorted())
})

test('what is drawn is drawn again for the text of a code, and not for texts of other parts', async () => {
  let draws = 0
  const { result, unmount } = renderHook(() => {
    useTranslation('shared')
    draws += 1
    return errorText('errors', 'ROOM_NOT_FOUND')
  })
  await act(() => loadTextsOfCode('errors', 'ROOM_NOT_FOUND'))
  expect(result.current).toBe('Rommet finnes ikke')
  const drawsWithCode = draws
  await act(() => loadTextBundles('people'))
  expect(translate('plants:title')).toBe('Anlegg')
  expect(draws).toBe(drawsWithCode)
  unmount()
})

test('parts that wait for the same texts fetch them once', async () => {
  await Promise.all([loadTextBundles('people'), loadTextBundles('plant'), loadTextBundles('people')])
  expect(fetchedNames.toSorted()).toEqual(['no everywhere', 'no people', 'no plant'])
})

test('an unknown code loads every bundle only once', async () => {
  await loadTextsOfCode('errors', 'NEVER_HEARD_OF')
  await loadTextsOfCode('errors', 'NEVER_HEARD_OF_EITHER')
  expect(errorText('errors', 'NEVER_HEARD_OF')).toBeUndefined()
  expect(fetchedNames).toHaveLength(codeBundles.length)
})

test('a refusal has its text when it is thrown', async () => {
  const refusal = new ApiFailure('ROOM_NOT_FOUND', 404)
  await expect(throwWithTexts(refusal)).rejects.toBe(refusal)
  expect(failureText(refusal)).toBe('Rommet finnes ikke')
})

test('a refusal is thrown within two seconds if its text is delayed', async () => {
  const stalledLoaders = { ...loaders, no: { ...loaders.no, room: () => new Promise<never>(() => undefined) } }
  await startLanguages(stalledLoaders)
  const startedAt = performance.now()
  await expect(throwWithTexts(new ApiFailure('ROOM_NOT_FOUND', 404))).rejects.toThrow('ROOM_NOT_FOUND')
  expect(performance.now() - startedAt).toBeLessThan(4_000)
})

test('a refusal is thrown if its text fails to load', async () => {
  await chooseLanguage('en')
  await expect(throwWithTexts(new ApiFailure('ROOM_NOT_FOUND', 404))).rejects.toThrow('ROOM_NOT_FOUND')
})

test('codes of the common texts are available on any page', () => {
  expect(errorText('errors', 'NOT_ALLOWED')).toBe('Nei')
  expect(errorText('errors.lamp', 'dali')).toBe('DALI-feil')
})

test('an unknown code has no text', () => {
  expect(errorText('errors', 'NOT_ALLOWED')).toBeDefined()
  expect(errorText('errors', 'NEVER_HEARD_OF')).toBeUndefined()
})

test('a count has the number format of the language, and other numbers are shown as given', async () => {
  await loadTextBundles('plant')
  const translateWith = i18next.t as unknown as (key: string, values: object) => string
  expect(translateWith('lamps:count', { count: 1080 })).toBe('1\u00A0080 armaturer')
  expect(translateWith('lamps:year', { year: 2026 })).toBe('År 2026')
})
