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
import { conditions } from '../contract/src/features/plants/conditions.ts'
import { type Language, languages } from '../contract/src/kernel/primitives.ts'
import { unitCommands } from '../device-plane/src/command-sets.ts'

/** Every locale folder, of pages, mails and reports alike, holds nine complete languages: same keys, same variables, every plural form. */

const root = join(import.meta.dirname, '..')
const others = languages.filter((language) => language !== 'en')
const folders = globSync('{web,server}/src/**/locales', { cwd: root }).sort()

/** Words that are as in English, and the languages in which they are: names, units, codes, and what languages share. */
const sharedWords: Record<string, readonly Language[]> = {
  Action: ['fr'],
  Administrator: ['de', 'no', 'pl'],
  Basic: others,
  Batteries: ['fr'],
  batteries: ['fr'],
  Bluetooth: others,
  Client: ['fr'],
  code: ['fr'],
  Configuration: ['fr'],
  Configurations: ['fr'],
  Contact: ['fr'],
  Code: ['de', 'fr'],
  Date: ['fr'],
  Description: ['fr'],
  Demo: others,
  Dimensions: ['fr'],
  Downlight: ['de', 'no'],
  'E-mail': ['it', 'fr', 'cs', 'pl', 'pt'],
  File: ['it'],
  Gateway: ['it', 'de', 'no', 'pt'],
  General: ['es'],
  Invitation: ['fr'],
  Invitations: ['fr'],
  Latitude: ['fr'],
  LED: others,
  Live: ['de'],
  Logo: ['it', 'de', 'fr', 'pl', 'cs', 'no'],
  Longitude: ['fr'],
  Mode: ['fr'],
  Module: ['fr'],
  Name: ['de'],
  no: ['it', 'es'],
  No: ['it', 'es'],
  Normal: ['de', 'es', 'fr', 'no', 'pt'],
  Offline: ['de', 'cs'],
  OK: others,
  Page: ['fr'],
  Password: ['it'],
  Person: ['de', 'no'],
  Plans: ['fr'],
  Pro: others,
  Protection: ['fr'],
  Recharge: ['fr'],
  Ref: ['es'],
  Role: ['cs'],
  Scene: ['no'],
  scene: ['no'],
  Sensor: ['de', 'es', 'no', 'pt'],
  Signal: ['de', 'fr', 'no'],
  Signatures: ['fr'],
  Start: ['no'],
  Support: ['de'],
  Tests: ['de', 'fr'],
  Test: ['it', 'de', 'es', 'fr', 'no', 'pl'],
  test: ['no'],
  Tube: ['fr'],
  Type: ['fr', 'no'],
  Vigilux: others,
  Webhook: others,
  Webhooks: ['de', 'es', 'fr', 'pt'],
  Zone: ['de', 'fr'],
  Zones: ['fr'],
  zone: ['fr'],
  zones: ['fr'],
}

type Words = Map<string, string>

function flatten(value: unknown, path: string, into: Words): Words {
  if (typeof value === 'string') into.set(path, value)
  else for (const [key, inner] of Object.entries(value as object)) flatten(inner, path ? `${path}.${key}` : key, into)
  return into
}

const cache = new Map<string, Words>()

function wordsOf(folder: string, language: Language): Words {
  const path = join(root, folder, `${language}.json`)
  const words = cache.get(path) ?? flatten(JSON.parse(readFileSync(path, 'utf8')), '', new Map())
  cache.set(path, words)
  return words
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

const lettersOf = (text: string): string[] => text.replaceAll(/\{+.*?\}+/g, '').match(/\p{L}+(-\p{L}+)*/gu) ?? []

/** Texts that are the English ones, but for words that this language shares with it. */
function englishLeft(words: Words, english: Words, language: Language): string[] {
  const isShared = (word: string) => Object.hasOwn(sharedWords, word) && sharedWords[word]?.includes(language)
  return [...words]
    .filter(([key, text]) => text === english.get(key) && !lettersOf(text).every(isShared))
    .map(([key, text]) => `${key}: ${text}`)
}

test('a word may be as in English in the languages that share it, and in no other', () => {
  const zones: Words = new Map([['menu.zones', 'Zones {{count}}']])
  expect(englishLeft(zones, zones, 'fr')).toEqual([])
  expect(englishLeft(zones, zones, 'de')).toEqual(['menu.zones: Zones {{count}}'])
})

test('there is no shared word that no language has in common with English', () => {
  const used = new Set(
    folders.flatMap((folder) => {
      const english = wordsOf(folder, 'en')
      return others.flatMap((language) =>
        [...wordsOf(folder, language)]
          .filter(([key, text]) => text === english.get(key))
          .flatMap(([, text]) => lettersOf(text).map((word) => `${word} ${language}`)),
      )
    }),
  )
  const listed = Object.entries(sharedWords).flatMap(([word, its]) => its.map((language) => `${word} ${language}`))
  expect(listed.filter((one) => !used.has(one))).toEqual([])
})

test('there are locale folders to check', () => {
  expect(folders.length).toBeGreaterThanOrEqual(2)
})

const keysOf = (words: Words): string[] => [...new Set([...words.keys()].map((key) => baseOf(key, words)))].sort()

type Check = (words: Words, english: Words, language: Language) => string[]

/** Runs a check over every folder and language, and names each text that fails it. */
const failuresOf = (check: Check, checked: readonly Language[] = languages): string[] =>
  folders.flatMap((folder) =>
    checked.flatMap((language) =>
      check(wordsOf(folder, language), wordsOf(folder, 'en'), language).map(
        (failure) => `${basename(dirname(folder))}/${language}.json ${failure}`,
      ),
    ),
  )

const extraOrMissingKeys: Check = (words, english) => [
  ...new Set(keysOf(words)).symmetricDifference(new Set(keysOf(english))),
]

const missingPlurals: Check = (words, english, language) =>
  keysOf(english)
    .filter((key) => english.has(`${key}_other`))
    .flatMap((key) => pluralForms(language).map((form) => `${key}_${form}`))
    .filter((key) => !words.has(key))

const otherVariables: Check = (words, english) =>
  [...words]
    .filter(([key, text]) => {
      const model = english.get(key) ?? english.get(`${baseOf(key, words)}_other`) ?? ''
      const used = variables(text)
      const given = variables(model)
      // A plural form may omit the number: "one lamp".
      return isPlural(key, words) ? used.some((one) => !given.includes(one)) : used.join() !== given.join()
    })
    .map(([key]) => key)

const emptyTexts: Check = (words) => [...words].filter(([, text]) => text.trim() === '').map(([key]) => key)

test('every language has the keys of English, and no others', () => {
  expect(failuresOf(extraOrMissingKeys)).toEqual([])
})

test('every language has all of its plural forms', () => {
  expect(failuresOf(missingPlurals)).toEqual([])
})

test('every translation uses the variables of English', () => {
  expect(failuresOf(otherVariables, others)).toEqual([])
})

test('no translation is still English', () => {
  expect(failuresOf(englishLeft, others)).toEqual([])
})

test('no text is empty', () => {
  expect(failuresOf(emptyTexts)).toEqual([])
})

test('each check of translations finds its fault', () => {
  const words = (texts: Record<string, string>): Words => new Map(Object.entries(texts))
  const english = words({ a: 'A {{n}}', b_one: '{{count}} lamp', b_other: '{{count}} lamps' })
  const polish = words({ a: 'A {{m}}', b_one: '{{count}} lampa', b_other: ' ', c: 'C' })
  expect(extraOrMissingKeys(polish, english, 'pl')).toEqual(['c'])
  expect(missingPlurals(polish, english, 'pl')).toEqual(['b_few', 'b_many'])
  expect(otherVariables(polish, english, 'pl')).toEqual(['a'])
  expect(emptyTexts(polish, english, 'pl')).toEqual(['b_other'])
})

/** The words that the web client gathers from all features, by where they are. */
const gathered = (language: Language) =>
  folders
    .filter((folder) => folder.startsWith('web/'))
    .flatMap((folder) =>
      [...wordsOf(folder, language)]
        .filter(([key]) => /^(errors|commandNames|unitRefusals)\./.test(key))
        .map(([key, text]) => ({ key, text, owner: basename(dirname(folder)) })),
    )

describe('the words of codes', () => {
  const ownerOf = new Map(gathered('en').map(({ key, owner }) => [key, owner]))
  const errorFiles = globSync('contract/src/features/*/*.ts', { cwd: root }).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes('defineErrors('),
  )

  test('are there for every code of the contract', () => {
    const shared = wordsOf('web/src/shared/locales', 'en')
    const lacking = [
      ...Object.keys(errorStatus).map((code) => `errors.${code}`),
      ...lampErrors.map((code) => `errors.lamp.${code}`),
      ...[...unitErrors, ...unitWarnings, ...unitFindings].map((code) => `errors.unit.${code}`),
      ...Object.keys(unitCommands).map((name) => `commandNames.${name}`),
    ].filter((key) => !ownerOf.has(key))
    expect([...lacking, ...conditions.filter((name) => !shared.has(`state.${name}`))]).toEqual([])
  })

  test('are with one feature alone: gathered, they would replace each other', () => {
    const keys = gathered('en').map(({ key }) => key)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  test('are with the feature that refuses', () => {
    expect(errorFiles.length).toBeGreaterThan(30)
    for (const path of errorFiles) {
      const feature = basename(dirname(path))
      const codes = [...readFileSync(join(root, path), 'utf8').matchAll(/\b(\w+): [45]\d\d/g)].map(([, code]) => code)
      expect(codes.length, path).toBeGreaterThan(0)
      expect(codes.filter((code) => ownerOf.get(`errors.${code}`) !== feature)).toEqual([])
    }
  })
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

  test('has a label, cause, remedy, part and urgency in every language', () => {
    const lacking = languages.flatMap((language) => {
      const labels = new Map(gathered(language).map(({ key, text }) => [key, text]))
      const texts = wordsOf('web/src/shared/faults/locales', language)
      return faults
        .flatMap(({ of, code, part, urgency }) => [
          ...[`errors.${of}.${code}`].filter((key) => !labels.has(key)),
          ...[`${of}.${code}.cause`, `${of}.${code}.remedy`].filter((key) => !texts.has(key)),
          ...[`part.${part}`, `urgency.${urgency}`].filter((key) => !texts.has(key)),
        ])
        .map((key) => `${language} ${key}`)
    })
    expect(lacking).toEqual([])
  })

  test('has a label of its own in every language', () => {
    const repeated = languages.flatMap((language) => {
      const labels = new Map(gathered(language).map(({ key, text }) => [key, text]))
      return ['unit', 'lamp'].flatMap((owner) => {
        const said = faults.filter((one) => one.of === owner).map(({ code }) => labels.get(`errors.${owner}.${code}`))
        return said.filter((label, at) => said.indexOf(label) !== at).map((label) => `${language} ${label}`)
      })
    })
    expect(repeated).toEqual([])
  })
})
