import { dirname, normalize } from 'node:path/posix'
import { expect, it } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/**
 * A page that is opened by its address has the styles of its own files and of what these import, and no others: a class of another
 * feature looks right only for who has been there before.
 */
const files = new Map(
  repositoryFiles()
    .filter((path) => /^web\/src\/.*\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readSource(path)]),
)
const targetsOf = (path: string, pattern: RegExp): string[] =>
  [...(files.get(path) ?? '').matchAll(pattern)].map(([, target = '']) => normalize(`${dirname(path)}/${target}`))
const atOnce = /(?:from|import) '(\.[^']+)'/g
const later = /import\('(\.[^']+)'\)/g

/** All files that come with one, at once or as parts of it that are fetched later. */
const reach = (from: readonly string[], withParts: boolean): Set<string> => {
  const seen = new Set<string>()
  const open = [...from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    open.push(...targetsOf(path, atOnce), ...(withParts ? targetsOf(path, later) : []))
  }
  return seen
}

const definedIn = new Map<string, Set<string>>()
for (const [path, text] of files)
  if (path.endsWith('.css'))
    for (const [, name = ''] of text.matchAll(/\.(vx-[\w-]+)/g))
      definedIn.set(name, (definedIn.get(name) ?? new Set()).add(path))

const namesIn = (path: string): Set<string> =>
  new Set([...(files.get(path) ?? '').matchAll(/(?<![\w-])(vx-[\w-]+)/g)].map(([, name = '']) => name))

const routes = 'web/src/routes.tsx'
const frame = reach(['web/src/main.tsx', 'web/src/start.ts', 'web/src/shell/AppFrame.tsx'], false)

it('finds pages and styles', () => {
  expect(targetsOf(routes, later).length).toBeGreaterThan(40)
  expect(definedIn.size).toBeGreaterThan(300)
})

it('every page brings the styles of the classes that it uses', () => {
  const lacking = new Set<string>()
  for (const page of targetsOf(routes, later)) {
    const its = reach([page], true)
    for (const path of its)
      for (const name of path.endsWith('.tsx') ? namesIn(path) : []) {
        const styles = definedIn.get(name)
        if (styles && ![...styles].some((one) => its.has(one) || frame.has(one)))
          lacking.add(`${path}: ${name} of ${[...styles].join(', ')}`)
      }
  }
  expect([...lacking].sort()).toEqual([])
})

const withoutComments = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** The class at which a selector begins, of each rule of a file. */
const firstClasses = (css: string): string[] =>
  [...withoutComments(css).matchAll(/([^{}]+)\{/g)].flatMap(([, selectors = '']) =>
    selectors.split(',').flatMap((selector) => /^\s*\.(vx-[\w-]+)/.exec(selector)?.[1] ?? []),
  )

/** Styles stay when their page is left: two features that give one class theirs look right only for who opens one of them. */
it('no class is styled by two features', () => {
  const features = new Map<string, Set<string>>()
  for (const [path, text] of files) {
    const feature = /^web\/src\/features\/([^/]+)\/.*\.css$/.exec(path)?.[1]
    for (const name of feature ? firstClasses(text) : [])
      if (feature) features.set(name, (features.get(name) ?? new Set()).add(feature))
  }
  const shared = new Set(
    [...files].flatMap(([path, text]) => (/^web\/src\/(shared|shell)\/.*\.css$/.test(path) ? firstClasses(text) : [])),
  )
  expect(features.size).toBeGreaterThan(300)
  const twice = [...features].filter(([name, some]) => some.size > 1 && !shared.has(name))
  expect(twice.map(([name, some]) => `${name} of ${[...some].sort().join(', ')}`).sort()).toEqual([])
})

/** What a finger needs is added to classes wherever they are from. */
const addsToOthers = 'web/src/shared/theme/touch.css'

it('a class of its own look is one file’s', () => {
  const alone = new Map<string, Set<string>>()
  for (const [path, text] of files)
    if (path.endsWith('.css') && path !== addsToOthers)
      for (const [, name = ''] of withoutComments(text)
        .replaceAll(/\([^()]*\)/g, '')
        .matchAll(/(?<=^|[{},;])\s*\.(vx-[\w-]+)(?=\s*[{,])/g))
        alone.set(name, (alone.get(name) ?? new Set()).add(path))
  const shared = [...alone].filter(([, of]) => of.size > 1).map(([name, of]) => `${name}: ${[...of].join(', ')}`)
  expect(alone.size).toBeGreaterThan(200)
  expect(shared).toEqual([])
})
