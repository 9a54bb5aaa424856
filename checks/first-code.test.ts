import { dirname, normalize } from 'node:path/posix'
import { expect, it } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/**
 * The first code of the web client comes without zod: it is 23 KiB, and it makes code from text, which the content
 * policy forbids, unless `main.tsx` has run before it. Forms bring it with their page.
 */
const files = new Set(repositoryFiles().filter((path) => /^(web|contract)\/src\/.*\.tsx?$/.test(path)))
const firstFiles = [
  'web/src/start.ts',
  'web/src/main.tsx',
  'web/src/shell/SignedInFrame.tsx',
  'web/src/features/plants/PlantsPage.tsx',
]

const valueImport = /^(?:import|export) (?!type )(?:([^;'"]*?) from )?'([^']+)'/gm
const isTypesOnly = (names: string): boolean =>
  /^\{[^}]*\}$/.test(names) &&
  names
    .slice(1, -1)
    .split(',')
    .every((name) => name.trim() === '' || name.trim().startsWith('type '))

const pathOf = (importer: string, target: string): string =>
  target.startsWith('.')
    ? normalize(`${dirname(importer)}/${target}`)
    : target.replace(/^@vigilux\/contract\//, 'contract/src/')

const importsOf = (path: string): string[] =>
  [...readSource(path).matchAll(valueImport)].flatMap(([, names = '', target = '']) =>
    isTypesOnly(names) ? [] : [pathOf(path, target)],
  )

/** Each file or package loaded with the first ones, and its importing file. */
const findImporters = (first: readonly string[]): Map<string, string> => {
  const importers = new Map(first.map((path) => [path, '']))
  const open = [...first]
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const target of files.has(path) ? importsOf(path) : [])
      if (!importers.has(target)) {
        importers.set(target, path)
        open.push(target)
      }
  return importers
}

it('the entry bundle does not contain zod', () => {
  const importers = findImporters(firstFiles)
  expect(firstFiles.filter((path) => !files.has(path))).toEqual([])
  expect(importers.size).toBeGreaterThan(200)
  expect(importers.get('contract/src/kernel/permissions.ts')).toBeDefined()
  expect(importers.get('zod')).toBeUndefined()
})

it('the check detects zod in a page bundle', () => {
  expect(findImporters(['web/src/features/accounts/SignInPage.tsx']).get('zod')).toMatch(/^web|^contract/)
})
