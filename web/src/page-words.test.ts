import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { textsOfBundle } from '../words-plugin.ts'
import { textBundlesOfPage } from './routes.tsx'
import {
  codeBundleOf,
  codeBundles,
  codeGroups,
  codeNamespace,
  faultGroups,
  type TextBundle,
  textBundleOf,
  textBundles,
} from './shared/i18n/text-bundles.ts'
import { type PageName, siteMap } from './site-map.ts'

const sourceFolder = import.meta.dirname
const imports = /^(?:import|export) (?!type)[^;]*? from '(\.[^']+\.tsx?)'|import\('(\.[^']+\.tsx?)'\)/gm
const namespaces = /useTranslation\('([\w-]+)'\)|TFunction<'([\w-]+)'>|['"`]([\w-]+):[a-z]/g

/** Every file reachable from these, including lazy ones. */
const collectReachable = (
  files: readonly string[],
  excluded: readonly string[],
  found = new Set<string>(),
): Set<string> => {
  for (const file of files) {
    if (found.has(file) || excluded.some((one) => file.endsWith(one))) continue
    found.add(file)
    const text = readFileSync(file, 'utf8')
    const next = [...text.matchAll(imports)].map(([, from, lazy]) => resolve(dirname(file), from ?? lazy ?? ''))
    collectReachable(next.filter(existsSync), excluded, found)
  }
  return found
}

const isNamespace = (name: string): boolean =>
  ['shell', 'shared', `shared/${name}`, `features/${name}`].some(
    (folder) => folder.endsWith(name) && existsSync(join(sourceFolder, folder, 'locales')),
  )

const namespacesOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(namespaces)]
    .map(([, usedNamespace, typedNamespace, prefixed]) => usedNamespace ?? typedNamespace ?? prefixed ?? '')
    .filter(isNamespace)

const bundlesWithFaults = textBundles.filter((bundle) => {
  const { errors } = (textsOfBundle('en', bundle)[codeNamespace] ?? {}) as { errors?: Record<string, object> }
  return faultGroups.every((group) => errors?.[group])
})

type Groups = Partial<Record<(typeof codeGroups)[number], Record<string, unknown>>>
/** The text bundle of every code, or group of codes. */
const bundlesOfCode = globSync('**/locales/en.json', { cwd: sourceFolder }).flatMap((file) => {
  const texts = JSON.parse(readFileSync(join(sourceFolder, file), 'utf8')) as Groups
  const set = codeBundleOf(basename(dirname(dirname(file))))
  return codeGroups.flatMap((group) =>
    Object.keys(texts[group] ?? {}).map((code) => ({ code: `${group} ${code}`, set })),
  )
})
const setOfCode = new Map<string, TextBundle>(bundlesOfCode.map(({ code, set }) => [code, set]))

/** Bundles of the codes named and shown at once in a file. */
const setsNamed = (file: string): (TextBundle | undefined)[] =>
  [...readFileSync(file, 'utf8').matchAll(/errorText\('(\w+)', '(\w+)'/g)].flatMap(([, group, code]) =>
    codeGroups.some((one) => one === group) ? [setOfCode.get(`${group} ${code}`)] : [],
  )

/** Whether a file shows causes of faults, whose texts are in two bundles. */
const showsFaults = (file: string): boolean => /errorText\(['`]errors\.(lamp|unit|\$)/.test(readFileSync(file, 'utf8'))

/** Bundles fetched by a part of a page together with its code. */
const lazyBundles = (file: string): TextBundle[] =>
  [...readFileSync(file, 'utf8').matchAll(/import\([^)]+\), loadTextBundles\(([^)]+)\)\]/g)].flatMap(([, sets = '']) =>
    [...sets.matchAll(/'(\w+)'/g)].map(([, set]) => set as TextBundle),
  )

const routes = readFileSync(join(sourceFolder, 'routes.tsx'), 'utf8')
const pages = [...routes.matchAll(/^ {2}(\w+): async \(\) => \(await import\('(\.[^']+)'\)/gm)].map(
  ([, name, file]) => [name as PageName, join(sourceFolder, file ?? '')] as const,
)

/** Drawn by the frame alone, which brings their texts. */
const namespacesOfFrame = ['outbox']

/** Parts of the frame for plants only. */
const ofPlants = ['shell/CommandPill.tsx']

/** Namespaces and files of a part whose texts come neither with the page nor with the part's own lazy parts. */
const missingIn = (files: Iterable<string>, bundlesOfPage: readonly TextBundle[]): string[] => {
  const parts = [...files]
  const bundles: TextBundle[] = ['everywhere', ...bundlesOfPage, ...parts.flatMap(lazyBundles)]
  const namespaces = [...new Set(parts.flatMap(namespacesOf))].filter((one) => !bundles.includes(textBundleOf(one)))
  const codes = parts.filter((one) => setsNamed(one).some((set) => set === undefined || !bundles.includes(set)))
  const hasFaultTexts = bundlesWithFaults.some((bundle) => bundlesOfPage.includes(bundle))
  return [...namespaces, ...codes, ...(hasFaultTexts ? [] : parts.filter(showsFaults))]
}

/** Texts missing in a page or in its frame; the lazy parts of the one bring none for the other. */
const findMissingBundles = (name: PageName, file: string): string[] => {
  const frame = [join(sourceFolder, 'shell/App.tsx'), join(sourceFolder, 'shell/Frame.tsx')]
  const excluded = siteMap[name].permission === 'plant' ? [] : ofPlants
  const pageFiles = collectReachable([file], excluded)
  expect(pageFiles.size, name).toBeGreaterThan(1)
  const bundles = textBundlesOfPage(name)
  const missing = [
    ...missingIn(collectReachable(frame, excluded), bundles),
    ...missingIn(pageFiles, bundles).filter((one) => !namespacesOfFrame.includes(one)),
  ]
  return missing.map((one) => `${name}: ${one}`)
}

test('every page loads its texts', () => {
  expect(pages.flatMap(([name, file]) => findMissingBundles(name, file))).toEqual([])
})

test('the lookup of a code covers every bundle with code texts', () => {
  expect([...new Set(bundlesOfCode.map(({ set }) => set))].toSorted()).toEqual(codeBundles.toSorted())
})

test('the check finds the pages of the site map', () => {
  expect(pages.length).toBeGreaterThan(20)
})
