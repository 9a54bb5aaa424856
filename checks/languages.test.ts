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

function wordsOf(folder: string, language: Language): Words {
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

  test.each(others)('%s uses the same variables as English', (language) => {
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

  test.each(others)('%s has no English left', (language) => {
    expect(englishLeft(wordsOf(folder, language), english, language)).toEqual([])
  })

  test.each(languages)('%s has no empty text', (language) => {
    expect([...wordsOf(folder, language)].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
  })
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
  const errorFiles = globSync('contract/src/features/*/*.errors.ts', { cwd: root })

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

  test.each(globSync('device-plane/src/commands/*.commands.ts', { cwd: root }))(
    'are with the feature that commands, %s',
    async (path) => {
      const feature = basename(path, '.commands.ts')
      const declared = Object.values((await import(join(root, path))) as Record<string, object>).flatMap(Object.keys)
      expect(declared.length).toBeGreaterThan(0)
      expect(declared.filter((name) => ownerOf.get(`commandNames.${name}`) !== feature)).toEqual([])
    },
  )

  test.each(errorFiles)('are with the feature that refuses, %s', (path) => {
    const feature = basename(dirname(path))
    const codes = [...readFileSync(join(root, path), 'utf8').matchAll(/\b(\w+): [45]\d\d/g)].map(([, code]) => code)
    expect(codes.length).toBeGreaterThan(0)
    expect(codes.filter((code) => ownerOf.get(`errors.${code}`) !== feature)).toEqual([])
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

  test.each(languages)('%s has label, cause, remedy, part and urgency of it', (language) => {
    const labels = new Map(gathered(language).map(({ key, text }) => [key, text]))
    const texts = wordsOf('web/src/shared/faults/locales', language)
    const lacking = faults.flatMap(({ of, code, part, urgency }) => [
      ...[`errors.${of}.${code}`].filter((key) => !labels.has(key)),
      ...[`${of}.${code}.cause`, `${of}.${code}.remedy`].filter((key) => !texts.has(key)),
      ...[`part.${part}`, `urgency.${urgency}`].filter((key) => !texts.has(key)),
    ])
    expect(lacking).toEqual([])
  })

  test.each(languages)('%s tells each apart by its label', (language) => {
    const labels = new Map(gathered(language).map(({ key, text }) => [key, text]))
    for (const owner of ['unit', 'lamp']) {
      const said = faults.filter((one) => one.of === owner).map(({ code }) => labels.get(`errors.${owner}.${code}`))
      expect(said.filter((label, at) => said.indexOf(label) !== at)).toEqual([])
    }
  })
})
