import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import law from '../.dependency-cruiser.mjs'

/** The import rules hold, apply to every module, and each rule catches a violation. */

const root = join(import.meta.dirname, '..')
const folders = [
  'contract',
  'client',
  'device-plane',
  'simulator',
  'bridge',
  'server',
  'web',
  'checks',
  'e2e',
  'bench',
  'scripts',
]

type Cruise = {
  modules: { source: string }[]
  summary: { violations: { from: string; to: string; rule: { name: string } }[] }
}

const cruise = (cwd: string, paths: readonly string[]): Cruise => {
  const config = join(root, '.dependency-cruiser.mjs')
  const program = join(root, 'node_modules/.bin/depcruise')
  const args = ['--config', config, '--output-type', 'json', ...paths]
  return JSON.parse(spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout) as Cruise
}

const violationsOf = ({ summary }: Cruise): string[] =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)

test('modules import only allowed modules, and every module is checked', { timeout: 300_000 }, () => {
  const cruised = cruise(root, folders)
  expect(violationsOf(cruised)).toEqual([])
  const cruisedFiles = new Set(cruised.modules.map(({ source }) => source))
  const tracked = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  expect(tracked.length).toBeGreaterThan(300)
  expect(tracked.filter((path) => !cruisedFiles.has(path))).toEqual([])
})

const server = 'server/src'

/** One file per rule with a violation, and its import. */
const plants: Record<string, [from: string, to: string]> = {
  'no-rings': ['bench/ring-a.ts', 'bench/ring-b.ts'],
  'everything-resolves': ['bench/lost.ts', 'bench/nowhere.ts'],
  'contract-is-pure': ['contract/src/features/scenes/impure.ts', 'node_modules/pg/index.js'],
  'contract-kernel-below-features': ['contract/src/kernel/upwards.ts', 'contract/src/features/scenes/scene.ts'],
  'client-knows-only-contract': ['client/src/impure.ts', 'node_modules/pg/index.js'],
  'device-plane-knows-only-contract': ['device-plane/src/impure.ts', 'node_modules/pg/index.js'],
  'units-do-not-share': [
    'device-plane/src/central-units/one/codec.ts',
    'device-plane/src/central-units/another/words.ts',
  ],
  'simulator-speaks-wire-only': ['simulator/src/cheats.ts', 'device-plane/src/central-units/another/codec.ts'],
  'bridge-is-a-unit': ['bridge/src/cheats.ts', 'device-plane/src/central-units/another/codec.ts'],
  'web-meets-server-in-contract': ['web/src/shared/peeps.ts', `${server}/kernel/secret.ts`],
  'server-never-web': [`${server}/kernel/draws.ts`, 'web/src/shared/button.tsx'],
  'front-door-only': ['web/src/features/plants/intrudes.ts', 'web/src/features/lamps/inner.ts'],
  'tables-of-others-in-stores': [
    `${server}/features/lamps/joins.ts`,
    `${server}/features/emergency-tests/emergency-tests.schema.ts`,
  ],
  'base-tables-of-others-in-stores': [`${server}/features/lamps/reads.ts`, `${server}/tables/plants.schema.ts`],
  'tables-below-features': [`${server}/tables/upwards.schema.ts`, `${server}/features/plants/index.ts`],
  'undeclared-use-by-a-new-feature': [`${server}/features/a-new-one/asks.ts`, `${server}/features/plants/index.ts`],
  'kernel-below-features': [`${server}/kernel/upwards.ts`, `${server}/features/plants/index.ts`],
  'adapters-know-no-feature': [`${server}/adapters/mail/upwards.ts`, `${server}/features/plants/index.ts`],
  'adapters-wired-in-main': [`${server}/features/plants/wires.ts`, `${server}/adapters/mail/smtp.ts`],
  'sql-in-stores': [`${server}/features/plants/queries.ts`, 'node_modules/drizzle-orm/index.js'],
  'web-shared-below-features': ['web/src/shared/upwards.ts', 'web/src/features/lamps/index.ts'],
  'no-test-code-in-product': [`${server}/kernel/tested.ts`, `${server}/testing/rig.ts`],
}
for (const { name } of law.forbidden ?? []) {
  const feature = /^undeclared-use-by-(?!a-new-feature$)(.*)/.exec(name ?? '')?.[1]
  if (feature) plants[`${name}`] = [`${server}/features/${feature}/asks.ts`, `${server}/features/unlisted/index.ts`]
}

const scratchFolder = mkdtempSync(join(tmpdir(), 'vigilux-law-'))
afterAll(() => rmSync(scratchFolder, { recursive: true, force: true }))

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(scratchFolder, path)), { recursive: true })
  writeFileSync(join(scratchFolder, path), content)
}

/** The import specifier from one file of the scratch tree to another. */
const specifierOf = (from: string, to: string): string =>
  to.startsWith('node_modules/') ? `${to.split('/')[1]}` : `${'../'.repeat(from.split('/').length - 1)}${to}`

test('each rule catches a violation', { timeout: 60_000 }, () => {
  expect(Object.keys(plants).sort()).toEqual((law.forbidden ?? []).map(({ name }) => name).sort())
  const planted = Object.values(plants)
  for (const name of ['pg', 'drizzle-orm', 'zod']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(`node_modules/${name}/index.js`, 'export const it = 1\n')
  }
  write('package.json', JSON.stringify({ type: 'module', dependencies: { pg: '1', 'drizzle-orm': '1', zod: '1' } }))
  for (const [, to] of planted) if (to !== 'bench/nowhere.ts') write(to, 'export const it = 1\n')
  for (const [from, to] of planted)
    write(from, `import { it } from '${specifierOf(from, to)}'\nexport const its = it\n`)
  write('bench/ring-b.ts', "import { its } from './ring-a.ts'\nexport const it = its\n")

  const { summary } = cruise(scratchFolder, [
    'contract',
    'client',
    'device-plane',
    'simulator',
    'bridge',
    'server',
    'web',
    'bench',
  ])
  const missedRules = Object.entries(plants).filter(
    ([name, [from]]) =>
      !summary.violations.some((violation) => violation.rule.name === name && violation.from === from),
  )
  expect(missedRules.map(([name]) => name)).toEqual([])
})
