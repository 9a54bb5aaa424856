import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, codeText, currentLanguage, startLanguages } from './i18n.ts'

const files: Record<string, unknown> = {
  './shared/locales/en.json': { hello: 'Hello', onlyEnglish: 'Only here', errors: { NOT_ALLOWED: 'No' } },
  './shared/locales/no.json': { hello: 'Hei', errors: { NOT_ALLOWED: 'Nei' } },
  './features/plants/locales/no.json': { title: 'Anlegg', errors: { CHANGED_MEANWHILE: 'Endret' } },
  './features/lamps/locales/no.json': { errors: { LAMP_NOT_FOUND: 'Borte', lamp: { dali: 'DALI-feil' } } },
}
const loaders = Object.fromEntries(Object.entries(files).map(([path, words]) => [path, async () => words]))

function translate(key: string): string {
  return (i18next.t as unknown as (key: string) => string)(key)
}

beforeEach(async () => {
  localStorage.clear()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['nb-NO'])
  await startLanguages(loaders)
})

test('starts in the browser language, with a namespace per folder and English behind', async () => {
  expect(currentLanguage()).toBe('no')
  expect(document.documentElement.lang).toBe('nb')
  expect(translate('shared:hello')).toBe('Hei')
  expect(translate('plants:title')).toBe('Anlegg')
  await vi.waitFor(() => expect(translate('shared:onlyEnglish')).toBe('Only here'))
})

test('keeps a chosen language for the next visit', async () => {
  await chooseLanguage('en')
  expect(translate('shared:hello')).toBe('Hello')
  expect(localStorage.getItem('vigilux.language')).toBe('en')
  expect(document.documentElement.lang).toBe('en')
})

test('the code of any feature has its words, on any page', () => {
  const found = ['NOT_ALLOWED', 'CHANGED_MEANWHILE', 'LAMP_NOT_FOUND'].map((code) => codeText('errors', code))
  expect(found).toEqual(['Nei', 'Endret', 'Borte'])
  expect(codeText('errors.lamp', 'dali')).toBe('DALI-feil')
})

test('a code without words is told apart from one with', () => {
  expect(codeText('errors', 'NOT_ALLOWED')).toBeDefined()
  expect(codeText('errors', 'NEVER_HEARD_OF')).toBeUndefined()
})
