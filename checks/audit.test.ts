import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { actions } from '../contract/src/actions.ts'
import type { ActionDeclaration } from '../contract/src/kernel/action.ts'
import { isPlantPermission } from '../contract/src/kernel/permissions.ts'
import { languages } from '../web/src/shared/i18n/languages.ts'
import { auditedCodes } from '../web/src/shared/i18n/text-bundles.ts'
import { textsOfBundle } from '../web/words-plugin.ts'

/** Each write declares its audit target, and its feature holds the audit texts. */

const root = join(import.meta.dirname, '..')
const declared: Readonly<Record<string, ActionDeclaration>> = actions
const isWrite = (name: string): boolean => declared[name]?.effect === 'write'

/** Actions with the plant in the input, and actions which find the plant. */
const inPlants = (name: string): boolean =>
  ['savePlant', 'acceptInvite', 'declineInvite', 'createInspectorRegister'].includes(name) ||
  isPlantPermission(declared[name]?.permission ?? 'public')

const files = globSync('contract/src/features/*/*.actions.ts', { cwd: root }).sort()

const writesIn = async (path: string): Promise<string[]> =>
  Object.entries((await import(join(root, path))) as Record<string, object>)
    .flatMap(([table, actionsOf]) => (table.endsWith('Actions') ? Object.keys(actionsOf) : []))
    .filter((name) => Object.hasOwn(declared, name) && isWrite(name))

type Words = Record<string, Record<string, string> | undefined>

describe('every write of a feature', () => {
  test('has audit texts in its feature', async () => {
    const missingAudits = await Promise.all(
      files.map(async (path) => {
        const writes = await writesIn(path)
        if (writes.length === 0) return []
        const folder = join(root, 'web/src/features', basename(dirname(path)), 'locales')
        const texts: Words = JSON.parse(readFileSync(join(folder, 'en.json'), 'utf8'))
        return writes.filter((name) => !texts[inPlants(name) ? 'actionWords' : 'accountWords']?.[name])
      }),
    )
    expect(missingAudits.flat()).toEqual([])
  })

  test('is in a checked table', async () => {
    const found = (await Promise.all(files.map(writesIn))).flat()
    expect(found.toSorted()).toEqual(Object.keys(declared).filter(isWrite).toSorted())
    expect(found.length).toBeGreaterThan(60)
  })
})

test('every write declares its audit target, and no read does', () => {
  const wrongActions = Object.entries(declared).filter(([name, { about }]) => isWrite(name) !== (about !== undefined))
  expect(wrongActions.map(([name]) => name)).toEqual([])
})

test('every audited field has a label and uses the code texts of its feature', () => {
  const labels = new Set(
    globSync('web/src/**/locales/en.json', { cwd: root }).flatMap((file) =>
      Object.keys((JSON.parse(readFileSync(join(root, file), 'utf8')) as Words).auditFields ?? {}),
    ),
  )
  // Actions of offices and own accounts, whose audit entries show no fields.
  const ofAccounts = [
    'usertype',
    'validation',
    'identityMethod',
    'identityCheckedOn',
    'marketing',
    'profiling',
    'thirdparts',
  ]
  const ofNoPlant = ['count', ...ofAccounts]
  const notedFields = globSync('server/src/features/**/*.ts', { cwd: root }).flatMap((file) => {
    if (file.includes('.test.')) return []
    const source = readFileSync(join(root, file), 'utf8')
    const notes = source.matchAll(/\baudit\.diff\([^;]*?\)\n/g)
    return [...notes].flatMap(([note]) =>
      // Function arguments and template parts are not fields.
      [...note.matchAll(/(?<![($])\{([^{}]*)\}/g)]
        .flatMap(([, fields = '']) => fields.split(','))
        .flatMap((field) => /^\s*(\w+)\s*(?::|$)/.exec(field)?.[1] ?? []),
    )
  })
  expect(notedFields.length).toBeGreaterThan(60)
  const missingLabels = [...new Set(notedFields)].filter((field) => !labels.has(field) && !ofNoPlant.includes(field))
  expect(missingLabels).toEqual([])
  for (const language of languages) {
    const { auditedCodes: texts = {} } = textsOfBundle(language, 'audit').audit as Record<string, Words>
    const empty = Object.entries(auditedCodes).flatMap(([field, paths]) =>
      Object.keys(texts[field] ?? {}).length >= paths.length ? [] : [`${language} ${field}`],
    )
    expect(empty).toEqual([])
  }
})

test('no audit field is named by two features', () => {
  const textKeys = globSync('web/src/**/locales/en.json', { cwd: root }).flatMap((file) => {
    const texts: Words = JSON.parse(readFileSync(join(root, file), 'utf8'))
    return ['actionWords', 'auditFields'].flatMap((group) =>
      Object.keys(texts[group] ?? {}).map((key) => `${group}.${key}`),
    )
  })
  expect(textKeys.filter((key, at) => textKeys.indexOf(key) !== at)).toEqual([])
})
