import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configurationReader, readStoredConfiguration, toStoredConfiguration } from './stored-configuration.ts'

/** Snapshots are retained for ever: every release reads all stored rows. */
const rows = globSync('fixtures/configuration-*.json', { cwd: import.meta.dirname }).sort()
const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as Record<string, unknown>

test('every stored version has a fixture', () => {
  expect(rows).toContain('fixtures/configuration-1-unnumbered.json')
  expect(rows).toContain(
    `fixtures/configuration-${toStoredConfiguration(readStoredConfiguration.parse(read(rows[0] ?? ''))).version}.json`,
  )
})

test.each(rows)('%s is read completely', (name) => {
  const configuration = readStoredConfiguration.parse(read(name))
  expect(configuration).toMatchObject({ name: 'Halle 3', functional: { period: '4w' }, flags: { buzzer: true } })
  expect(configuration.lamps[0]).toMatchObject({ addr: 1, groups: [1, 16], params: { opticom: 80 } })
  expect(readStoredConfiguration.parse(toStoredConfiguration(configuration))).toEqual(configuration)
})

test('an older version is migrated to the newest step by step', () => {
  const { name, ...rest } = read('fixtures/configuration-1.json')
  const reader = configurationReader([
    ({ title, ...content }) => ({ ...content, label: title }),
    ({ label, ...content }) => ({ ...content, name: label }),
  ])
  expect(reader.parse({ ...rest, title: name, version: 1 }).name).toBe('Halle 3')
  expect(reader.parse({ ...rest, label: name, version: 2 }).name).toBe('Halle 3')
  expect(reader.parse({ ...rest, name, version: 3 }).name).toBe('Halle 3')
})

test.each([
  ['of a version still unknown', { version: 2 }],
  ['in a form that it never had', { lamps: 'all of them' }],
])('a configuration %s is refused', (_, change) => {
  expect(readStoredConfiguration.safeParse({ ...read('fixtures/configuration-1.json'), ...change }).success).toBe(false)
})
