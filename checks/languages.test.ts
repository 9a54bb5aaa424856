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
import { unitCommands } from '../device-plane/src/commands.ts'

/**
 * Every locale folder of pages, mails and reports holds nine complete languages. All have the same keys, the same
 * variables and every plural form.
 */

const root = join(import.meta.dirname, '..')
const otherLanguages = languages.filter((language) => language !== 'en')
const folders = globSync('{web,server}/src/**/locales', { cwd: root }).sort()

/** Words equal to the English ones, with their languages: names, units, codes and loan words. */
const sharedWords: Record<string, readonly Language[]> = {
  Action: ['fr'],
  Administrator: ['de', 'no', 'pl'],
  BACnet: otherLanguages,
  Basic: otherLanguages,
  Batteries: ['fr'],
  batteries: ['fr'],
  Bluetooth: otherLanguages,
  Client: ['fr'],
  code: ['fr'],
  Configuration: ['fr'],
  Configurations: ['fr'],
  Contact: ['fr'],
  Code: ['de', 'fr'],
  Date: ['fr'],
  Description: ['fr'],
  Demo: otherLanguages,
  Dimensions: ['fr'],
  Downlight: ['de', 'no'],
  'E-mail': ['it', 'fr', 'cs', 'pl', 'pt'],
  File: ['it'],
  Gateway: ['it', 'de', 'no', 'pt'],
  General: ['es'],
  Instances: ['fr'],
  Interfaces: ['es', 'fr', 'pt'],
  Invitation: ['fr'],
  IP: otherLanguages,
  Invitations: ['fr'],
  Latitude: ['fr'],
  LED: otherLanguages,
  Live: ['de'],
  Logo: ['it', 'de', 'fr', 'pl', 'cs', 'no'],
  Longitude: ['fr'],
  Modbus: otherLanguages,
  Mode: ['fr'],
  Module: ['fr'],
  Name: ['de'],
  no: ['it', 'es'],
  No: ['it', 'es'],
  Normal: ['de', 'es', 'fr', 'no', 'pt'],
  Offline: ['de', 'cs'],
  OK: otherLanguages,
  Page: ['fr'],
  Password: ['it'],
  Person: ['de', 'no'],
  Photo: ['fr'],
  Plans: ['fr'],
  port: ['fr', 'cs', 'no', 'pl'],
  Pro: otherLanguages,
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
  TCP: otherLanguages,
  Test: ['it', 'de', 'es', 'fr', 'no', 'pl'],
  test: ['it', 'es', 'fr', 'no', 'pl'],
  tests: ['es', 'fr'],
  Tube: ['fr'],
  Type: ['fr', 'no'],
  Vigilux: otherLanguages,
  Webhook: otherLanguages,
  Webhooks: ['de', 'es', 'fr', 'pt'],
  Zone: ['de', 'fr'],
  Zones: ['fr'],
  zone: ['fr'],
  zones: ['fr'],
}

type Words = Map<string, string>

function flatten(value: unknown, path: string, target: Words): Words {
  if (typeof value === 'string') target.set(path, value)
  else for (const [key, child] of Object.entries(value as object)) flatten(child, path ? `${path}.${key}` : key, target)
  return target
}

const cache = new Map<string, Words>()

function textsOf(folder: string, language: Language): Words {
  const path = join(root, folder, `${language}.json`)
  const texts = cache.get(path) ?? flatten(JSON.parse(readFileSync(path, 'utf8')), '', new Map())
  cache.set(path, texts)
  return texts
}

const pluralSuffix = /_(zero|one|two|few|many|other)$/

function isPlural(key: string, texts: Words): boolean {
  return pluralSuffix.test(key) && texts.has(key.replace(pluralSuffix, '_other'))
}

function baseOf(key: string, texts: Words): string {
  return isPlural(key, texts) ? key.replace(pluralSuffix, '') : key
}

function variables(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{?\s*([\w.]+)/g)].map(([, name]) => `${name}`))].sort()
}

function pluralForms(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
}

const lettersOf = (text: string): string[] => text.replaceAll(/\{+.*?\}+/g, '').match(/\p{L}+(-\p{L}+)*/gu) ?? []

/** Texts equal to the English ones, apart from the shared words of this language. */
function englishLeft(texts: Words, english: Words, language: Language): string[] {
  const isShared = (text: string) => Object.hasOwn(sharedWords, text) && sharedWords[text]?.includes(language)
  return [...texts]
    .filter(([key, text]) => text === english.get(key) && !lettersOf(text).every(isShared))
    .map(([key, text]) => `${key}: ${text}`)
}

test('a text may equal English only in the languages that share the word', () => {
  const zones: Words = new Map([['menu.zones', 'Zones {{count}}']])
  expect(englishLeft(zones, zones, 'fr')).toEqual([])
  expect(englishLeft(zones, zones, 'de')).toEqual(['menu.zones: Zones {{count}}'])
})

test('every shared word equals English in some language', () => {
  const usedKeys = new Set(
    folders.flatMap((folder) => {
      const english = textsOf(folder, 'en')
      return otherLanguages.flatMap((language) =>
        [...textsOf(folder, language)]
          .filter(([key, text]) => text === english.get(key))
          .flatMap(([, text]) => lettersOf(text).map((term) => `${term} ${language}`)),
      )
    }),
  )
  const listedWords = Object.entries(sharedWords).flatMap(([term, languagesOfWord]) =>
    languagesOfWord.map((language) => `${term} ${language}`),
  )
  expect(listedWords.filter((one) => !usedKeys.has(one))).toEqual([])
})

test('locale folders exist', () => {
  expect(folders.length).toBeGreaterThanOrEqual(2)
})

const keysOf = (texts: Words): string[] => [...new Set([...texts.keys()].map((key) => baseOf(key, texts)))].sort()

type Check = (texts: Words, english: Words, language: Language) => string[]

/** Runs a check over every folder and language, and names each failing text. */
const failuresOf = (check: Check, checked: readonly Language[] = languages): string[] =>
  folders.flatMap((folder) =>
    checked.flatMap((language) =>
      check(textsOf(folder, language), textsOf(folder, 'en'), language).map(
        (failure) => `${basename(dirname(folder))}/${language}.json ${failure}`,
      ),
    ),
  )

const extraOrMissingKeys: Check = (texts, english) => [
  ...new Set(keysOf(texts)).symmetricDifference(new Set(keysOf(english))),
]

const missingPlurals: Check = (texts, english, language) =>
  keysOf(english)
    .filter((key) => english.has(`${key}_other`))
    .flatMap((key) => pluralForms(language).map((form) => `${key}_${form}`))
    .filter((key) => !texts.has(key))

const otherVariables: Check = (texts, english) =>
  [...texts]
    .filter(([key, text]) => {
      const model = english.get(key) ?? english.get(`${baseOf(key, texts)}_other`) ?? ''
      const usedKeys = variables(text)
      const variableNames = variables(model)
      // A plural form may omit the number: "one lamp".
      return isPlural(key, texts)
        ? usedKeys.some((one) => !variableNames.includes(one))
        : usedKeys.join() !== variableNames.join()
    })
    .map(([key]) => key)

const emptyTexts: Check = (texts) => [...texts].filter(([, text]) => text.trim() === '').map(([key]) => key)

test('every language has exactly the keys of English', () => {
  expect(failuresOf(extraOrMissingKeys)).toEqual([])
})

test('every language has all of its plural forms', () => {
  expect(failuresOf(missingPlurals)).toEqual([])
})

test('every translation uses the variables of English', () => {
  expect(failuresOf(otherVariables, otherLanguages)).toEqual([])
})

test('no translation is still English', () => {
  expect(failuresOf(englishLeft, otherLanguages)).toEqual([])
})

test('no text is empty', () => {
  expect(failuresOf(emptyTexts)).toEqual([])
})

test('each translation check finds its fault', () => {
  const entries = (texts: Record<string, string>): Words => new Map(Object.entries(texts))
  const english = entries({ a: 'A {{n}}', b_one: '{{count}} lamp', b_other: '{{count}} lamps' })
  const polish = entries({ a: 'A {{m}}', b_one: '{{count}} lampa', b_other: ' ', c: 'C' })
  expect(extraOrMissingKeys(polish, english, 'pl')).toEqual(['c'])
  expect(missingPlurals(polish, english, 'pl')).toEqual(['b_few', 'b_many'])
  expect(otherVariables(polish, english, 'pl')).toEqual(['a'])
  expect(emptyTexts(polish, english, 'pl')).toEqual(['b_other'])
})

/** The texts gathered by the web client from all features, by their place. */
const collectTexts = (language: Language) =>
  folders
    .filter((folder) => folder.startsWith('web/'))
    .flatMap((folder) =>
      [...textsOf(folder, language)]
        .filter(([key]) => /^(errors|commandNames|unitRefusals)\./.test(key))
        .map(([key, text]) => ({ key, text, owner: basename(dirname(folder)) })),
    )

describe('code texts', () => {
  const ownerOf = new Map(collectTexts('en').map(({ key, owner }) => [key, owner]))
  const errorFiles = globSync('contract/src/features/*/*.ts', { cwd: root }).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes('defineErrors('),
  )

  test('exist for every code of the contract', () => {
    const sharedTexts = textsOf('web/src/shared/locales', 'en')
    const missingLabels = [
      ...Object.keys(errorStatus).map((code) => `errors.${code}`),
      ...lampErrors.map((code) => `errors.lamp.${code}`),
      ...[...unitErrors, ...unitWarnings, ...unitFindings].map((code) => `errors.unit.${code}`),
      ...Object.keys(unitCommands).map((name) => `commandNames.${name}`),
    ].filter((key) => !ownerOf.has(key))
    expect([...missingLabels, ...conditions.filter((name) => !sharedTexts.has(`state.${name}`))]).toEqual([])
  })

  test('belong to one feature each', () => {
    const keys = collectTexts('en').map(({ key }) => key)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  test('belong to the feature that refuses', () => {
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
  const faults = [unitErrorCatalogue, unitWarningCatalogue, unitFindingCatalogue, lampFaultCatalogue].flatMap(
    (catalogue) => Object.values(catalogue),
  )
  test('matches exactly one fault of the contract', () => {
    const codes = (owner: string) => faults.filter((one) => one.of === owner).map(({ code }) => code)
    expect(codes('unit')).toEqual([...unitErrors, ...unitWarnings, ...unitFindings])
    expect(codes('lamp')).toEqual([...lampErrors])
  })

  test('has a label, cause, remedy, part and urgency in every language', () => {
    const missingLabels = languages.flatMap((language) => {
      const labels = new Map(collectTexts(language).map(({ key, text }) => [key, text]))
      const texts = textsOf('web/src/shared/faults/locales', language)
      return faults
        .flatMap(({ of: faultOwner, code, part, urgency }) => [
          ...[`errors.${faultOwner}.${code}`].filter((key) => !labels.has(key)),
          ...[`${faultOwner}.${code}.cause`, `${faultOwner}.${code}.remedy`].filter((key) => !texts.has(key)),
          ...[`part.${part}`, `urgency.${urgency}`].filter((key) => !texts.has(key)),
        ])
        .map((key) => `${language} ${key}`)
    })
    expect(missingLabels).toEqual([])
  })

  test('has a unique label in every language', () => {
    const repeated = languages.flatMap((language) => {
      const labels = new Map(collectTexts(language).map(({ key, text }) => [key, text]))
      return ['unit', 'lamp'].flatMap((owner) => {
        const texts = faults.filter((one) => one.of === owner).map(({ code }) => labels.get(`errors.${owner}.${code}`))
        return texts.filter((label, at) => texts.indexOf(label) !== at).map((label) => `${language} ${label}`)
      })
    })
    expect(repeated).toEqual([])
  })
})
