import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** `npm run dead-code` finds unused modules in every workspace. The check step itself covers the repository. */

const root = join(import.meta.dirname, '..')
const workspaces = ['contract', 'client', 'device-plane', 'simulator', 'bridge', 'server', 'web']

/** One module per workspace with an import by a program, and the specifier in this program. */
const modules: Record<string, [program: string, specifier: string]> = {
  'contract/src/actions.ts': ['server/src/bin/main.ts', '@vigilux/contract/actions.ts'],
  'contract/src/kernel/used.ts': ['web/src/start.ts', '@vigilux/contract/kernel/used.ts'],
  'contract/src/features/scenes/used.ts': ['server/src/bin/main.ts', '@vigilux/contract/features/scenes/used.ts'],
  'device-plane/src/central-units/one/used.ts': [
    'server/src/bin/main.ts',
    '@vigilux/device-plane/central-units/one/used.ts',
  ],
  'simulator/src/core/used.ts': ['simulator/src/main.ts', './core/used.ts'],
  'bridge/src/unit/used.ts': ['bridge/src/main.ts', './unit/used.ts'],
  'server/src/kernel/used.ts': ['server/src/bin/main.ts', '../kernel/used.ts'],
  'web/src/shared/used.ts': ['web/src/start.ts', './shared/used.ts'],
  'scripts/prepare.mjs': ['scripts/start.mjs', './prepare.mjs'],
}

/** Files without any import. */
const orphans = [
  'contract/src',
  'contract/src/kernel',
  'contract/src/features/scenes',
  'device-plane/src',
  'device-plane/src/central-units/one',
  'simulator/src',
  'simulator/src/core',
  'bridge/src',
  'bridge/src/unit',
  'server/src',
  'server/src/features/scenes',
  'server/src/testing',
  'web/src',
  'web/src/shared',
  'bench',
  'checks',
  'e2e',
  'scripts',
].map((folder) => `${folder}/orphan.ts`)

const scratchFolder = mkdtempSync(join(tmpdir(), 'vigilux-dead-code-'))
afterAll(() => rmSync(scratchFolder, { recursive: true, force: true }))

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(scratchFolder, path)), { recursive: true })
  writeFileSync(join(scratchFolder, path), content, { flag: 'a' })
}

const programs = (): void => {
  Object.entries(modules).forEach(([file, [program, specifier]], n) => {
    write(file, 'export const used = 1\nexport const tested = 2\nexport const unused = 3\n')
    write(program, `import { used as used${n} } from '${specifier}'\nconsole.log(used${n})\n`)
    write(file.replace(/\.m?ts$|\.mjs$/, '.test.ts'), `import { tested } from './${file.split('/').at(-1)}'\ntested\n`)
  })
  write('server/src/kernel/used.ts', 'export type Unused = 4\n/** @internal */\nexport const seam = 5\n')
  write(
    'server/src/kernel/used.test.ts',
    "import { seam } from './used.ts'\nimport { only } from './only.ts'\nseam + only\n",
  )
  write('server/src/bin/main.ts', 'export const unused = 7\n')
  write('server/src/kernel/only.ts', 'export const only = 6\n')
}

beforeAll(() => {
  for (const file of ['knip.jsonc', 'package.json', ...workspaces.map((name) => `${name}/package.json`)]) {
    mkdirSync(dirname(join(scratchFolder, file)), { recursive: true })
    cpSync(join(root, file), join(scratchFolder, file))
  }
  mkdirSync(join(scratchFolder, 'node_modules/@vigilux'), { recursive: true })
  for (const name of workspaces)
    symlinkSync(join(scratchFolder, name), join(scratchFolder, 'node_modules/@vigilux', name))
  write('vitest.config.mjs', "export default { test: { include: ['**/*.test.ts'] } }\n")
  programs()
  for (const orphanFile of orphans) write(orphanFile, "console.log('nobody imports this')\n")
})

type Named = { name: string }[]
type Report = { issues: { file: string; files: Named; exports: Named; types: Named }[] }

/** The findings of the step in the scratch tree: files, and exports as `file: name`. */
const listUnused = (...options: string[]): string[] => {
  const args = ['--no-config-hints', '--include', 'files,exports,types', '--reporter', 'json', ...options]
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/knip'), args, {
    cwd: scratchFolder,
    encoding: 'utf8',
  })
  if (!stdout) throw new Error(stderr)
  return (JSON.parse(stdout) as Report).issues
    .flatMap(({ file, files, exports, types }) => [
      ...files.map(() => file),
      ...[...exports, ...types].map(({ name }) => `${file}: ${name}`),
    ])
    .sort()
}

const unused = [
  ...[...Object.keys(modules), 'server/src/bin/main.ts'].map((file) => `${file}: unused`),
  'server/src/kernel/used.ts: Unused',
]

test('each workspace reports files and exports without an importer', () => {
  expect(listUnused()).toEqual([...orphans, ...unused].sort())
})

test('the check reports product code that only tests import, except test seams', () => {
  const isProduct = (path: string): boolean => /^[\w-]+\/src\/(?!testing\/)/.test(path)
  const testFiles = Object.keys(modules).map((file) => `${file}: tested`)
  const expected = [...orphans, ...unused, ...testFiles, 'server/src/kernel/only.ts'].filter(isProduct)
  expect(listUnused('--production')).toEqual(expected.sort())
})
