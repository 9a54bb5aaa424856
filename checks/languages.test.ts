import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorStatus } from '../contract/src/errors.ts'
import { unitErrors, unitFindings, unitWarnings } from '../contract/src/features/central-units/central-unit.ts'
import {
  unitErrorCatalogue,
  unitFindingCatalogue,
  unitWarningCatalogue,
} from '../contract/src/features/central-units/unit-faults.ts'
import { lampErrors } from '../contract/src/features/lamps/lamp.ts'
import { lampFaultCatalogue } from '../contract/src/features/lamps/lamp-faults.ts'
import { conditions } from '../contract/src/features/plants/plant.ts'

/** Every locale folder, of pages, mails and reports alike, holds nine complete languages: same keys, same variables, every plural form. */

const root = join(import.meta.dirname, '..')
const languages = ['en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'] as const
const folders = globSync('{web,server}/src/**/locales', { cwd: root }).sort()

/** Values that may be as in English: names, units, codes, and words that the languages share. */
const sharedWords = new Set([
  'Admin',
  'Administrator',
  'Auto',
  'Basic',
  'test',
  'code',
  'Mode',
  'Normal',
  'Sensor',
  'Description',
  'Bluetooth',
  'CSV',
  'E-mail',
  'Error',
  'Gateway',
  'Installation',
  'Live',
  'OK',
  'PDF',
  'Pro',
  'QR',
  'Scan',
  'Start',
  'Status',
  'Support',
  'Test',
  'Total',
  'Type',
  'Description',
  'Zone',
  'Zones',
  'Filter',
  'Plan',
  'Plans',
  'Pages',
  'Note',
  'Notes',
  'Local',
  'No',
  'Even',
  'Min',
  'min',
  'Max',
  'Reset',
  'Menu',
  'Installer',
  'Offline',
  'Client',
  'General',
  'Logo',
  'Name',
  'Password',
  'Person',
  'Role',
  'Invitations',
  'Configurations',
  'Signal',
  'no',
])

type Words = Map<string, string>

function flatten(value: unknown, path: string, into: Words): Words {
  if (typeof value === 'string') into.set(path, value)
  else for (const [key, inner] of Object.entries(value as object)) flatten(inner, path ? `${path}.${key}` : key, into)
  return into
}

function wordsOf(folder: string, language: string): Words {
  return flatten(JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')), '', new Map())
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/

function isPlural(key: string, words: Words): boolean {
  return pluralSuffix.test(key) && words.has(key.replace(pluralSuffix, '_other'))
}

function baseOf(key: string, words: Words): string {
  return isPlural(key, words) ? key.replace(pluralSuffix, '') : key
}

function variables(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{?\s*([\w.]+)/g)].map(([, name]) => `${name}`))].sort()
}

function pluralForms(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
}

test('there are locale folders to check', () => {
  expect(folders.length).toBeGreaterThanOrEqual(2)
})

describe.each(folders)('%s', (folder) => {
  const name = basename(dirname(folder))
  const english = wordsOf(folder, 'en')
  const keys = [...new Set([...english.keys()].map((key) => baseOf(key, english)))].sort()

  test.each(languages)('%s has every key, and none besides', (language) => {
    const words = wordsOf(folder, language)
    expect([...new Set([...words.keys()].map((key) => baseOf(key, words)))].sort()).toEqual(keys)
  })

  test.each(languages)('%s has every plural form of the language', (language) => {
    const words = wordsOf(folder, language)
    const wanted = pluralForms(language)
    const lacking = keys
      .filter((key) => english.has(`${key}_other`))
      .flatMap((key) => wanted.filter((form) => !words.has(`${key}_${form}`)).map((form) => `${name}:${key}_${form}`))
    expect(lacking).toEqual([])
  })

  test.each(languages.slice(1))('%s uses the same variables as English', (language) => {
    const words = wordsOf(folder, language)
    const differing = [...words].filter(([key, text]) => {
      const model = english.get(key) ?? english.get(`${baseOf(key, words)}_other`) ?? ''
      const used = variables(text)
      const given = variables(model)
      // A form for one thing may leave the number out: "one lamp".
      return isPlural(key, words) ? used.some((one) => !given.includes(one)) : used.join() !== given.join()
    })
    expect(differing.map(([key]) => key)).toEqual([])
  })

  test.each(languages.slice(1))('%s has no English left', (language) => {
    const same = [...wordsOf(folder, language)].filter(([key, text]) => text === english.get(key))
    const unexplained = same.filter(([, text]) => {
      const letters = text.replaceAll(/\{+.*?\}+/g, '').match(/\p{L}+(-\p{L}+)*/gu) ?? []
      return !letters.every((word) => sharedWords.has(word))
    })
    expect(unexplained.map(([key, text]) => `${key}: ${text}`)).toEqual([])
  })

  test.each(languages)('%s has no empty text', (language) => {
    expect([...wordsOf(folder, language)].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
  })
})

test('every code of the contract has words', () => {
  const words = flatten(JSON.parse(readFileSync(join(root, 'web/src/shared/locales/en.json'), 'utf8')), '', new Map())
  const lacking = [
    ...Object.keys(errorStatus).map((code) => `errors.${code}`),
    ...lampErrors.map((code) => `errors.lamp.${code}`),
    ...[...unitErrors, ...unitWarnings, ...unitFindings].map((code) => `errors.unit.${code}`),
    ...conditions.map((name) => `state.${name}`),
  ].filter((key) => !words.has(key))
  expect(lacking).toEqual([])
})

describe('every fault of the catalogue', () => {
  const faults = [unitErrorCatalogue, unitWarningCatalogue, unitFindingCatalogue, lampFaultCatalogue].flatMap((one) =>
    Object.values(one),
  )
  test('is a fault that the contract knows, and each of those is in it', () => {
    const codes = (owner: string) => faults.filter((one) => one.of === owner).map(({ code }) => code)
    expect(codes('unit')).toEqual([...unitErrors, ...unitWarnings, ...unitFindings])
    expect(codes('lamp')).toEqual([...lampErrors])
  })

  test.each(languages)('%s has label, cause, remedy, part and urgency of it', (language) => {
    const labels = wordsOf('web/src/shared/locales', language)
    const texts = wordsOf('web/src/shared/faults/locales', language)
    const lacking = faults.flatMap(({ of, code, part, urgency }) => [
      ...[`errors.${of}.${code}`].filter((key) => !labels.has(key)),
      ...[`${of}.${code}.cause`, `${of}.${code}.remedy`].filter((key) => !texts.has(key)),
      ...[`part.${part}`, `urgency.${urgency}`].filter((key) => !texts.has(key)),
    ])
    expect(lacking).toEqual([])
  })

  test.each(languages)('%s tells each apart by its label', (language) => {
    const labels = wordsOf('web/src/shared/locales', language)
    for (const owner of ['unit', 'lamp']) {
      const said = faults.filter((one) => one.of === owner).map(({ code }) => labels.get(`errors.${owner}.${code}`))
      expect(said.filter((label, at) => said.indexOf(label) !== at)).toEqual([])
    }
  })
})
