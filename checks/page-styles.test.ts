import { dirname, normalize } from 'node:path/posix'
import { expect, it } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/**
 * A page opened by its address has only the styles of its own files and their imports. A class of another feature would
 * look right only after a visit there.
 */
const files = new Map(
  repositoryFiles()
    .filter((path) => /^web\/src\/.*\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readSource(path)]),
)
const targetsOf = (path: string, pattern: RegExp): string[] =>
  [...(files.get(path) ?? '').matchAll(pattern)].map(([, target = '']) => normalize(`${dirname(path)}/${target}`))
const staticImport = /(?:from|import) '(\.[^']+)'/g
const lazyImport = /import\('(\.[^']+)'\)/g

/** All files that load with a file, at once or as lazy parts. */
const reachableFrom = (from: readonly string[], withParts: boolean): Set<string> => {
  const classes = new Set<string>()
  const open = [...from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (classes.has(path)) continue
    classes.add(path)
    open.push(...targetsOf(path, staticImport), ...(withParts ? targetsOf(path, lazyImport) : []))
  }
  return classes
}

const definedIn = new Map<string, Set<string>>()
for (const [path, text] of files)
  if (path.endsWith('.css'))
    for (const [, name = ''] of text.matchAll(/\.(vx-[\w-]+)/g))
      definedIn.set(name, (definedIn.get(name) ?? new Set()).add(path))

const namesIn = (path: string): Set<string> =>
  new Set([...(files.get(path) ?? '').matchAll(/(?<![\w-])(vx-[\w-]+)/g)].map(([, name = '']) => name))

const routes = 'web/src/routes.tsx'
const frame = reachableFrom(['web/src/main.tsx', 'web/src/start.ts', 'web/src/shell/AppFrame.tsx'], false)

it('the check finds pages and styles', () => {
  expect(targetsOf(routes, lazyImport).length).toBeGreaterThan(40)
  expect(definedIn.size).toBeGreaterThan(300)
})

it('every page imports the styles of its classes', () => {
  const missingStyles = new Set<string>()
  for (const page of targetsOf(routes, lazyImport)) {
    const reachable = reachableFrom([page], true)
    for (const path of reachable)
      for (const name of path.endsWith('.tsx') ? namesIn(path) : []) {
        const styles = definedIn.get(name)
        if (styles && ![...styles].some((one) => reachable.has(one) || frame.has(one)))
          missingStyles.add(`${path}: ${name} of ${[...styles].join(', ')}`)
      }
  }
  expect([...missingStyles].sort()).toEqual([])
})

const withoutComments = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')

/** The first class of the selector of each rule in a file. */
const firstClasses = (css: string): string[] =>
  [...withoutComments(css).matchAll(/([^{}]+)\{/g)].flatMap(([, selectors = '']) =>
    selectors.split(',').flatMap((selector) => /^\s*\.(vx-[\w-]+)/.exec(selector)?.[1] ?? []),
  )

/** Styles stay loaded after their page. Two features that style one class look right only on their own. */
it('no class is styled by two features', () => {
  const features = new Map<string, Set<string>>()
  for (const [path, text] of files) {
    const feature = /^web\/src\/features\/([^/]+)\/.*\.css$/.exec(path)?.[1]
    for (const name of feature ? firstClasses(text) : [])
      if (feature) features.set(name, (features.get(name) ?? new Set()).add(feature))
  }
  const sharedClasses = new Set(
    [...files].flatMap(([path, text]) => (/^web\/src\/(shared|shell)\/.*\.css$/.test(path) ? firstClasses(text) : [])),
  )
  expect(features.size).toBeGreaterThan(300)
  const repeatedClasses = [...features].filter(([name, pages]) => pages.size > 1 && !sharedClasses.has(name))
  expect(repeatedClasses.map(([name, pages]) => `${name} of ${[...pages].sort().join(', ')}`).sort()).toEqual([])
})

/** Rules for touch extend classes of other files. */
const addsToOthers = 'web/src/shared/theme/touch.css'

it('each class is styled in one file', () => {
  const pagesOfClass = new Map<string, Set<string>>()
  for (const [path, text] of files)
    if (path.endsWith('.css') && path !== addsToOthers)
      for (const [, name = ''] of withoutComments(text)
        .replaceAll(/\([^()]*\)/g, '')
        .matchAll(/(?<=^|[{},;])\s*\.(vx-[\w-]+)(?=\s*[{,])/g))
        pagesOfClass.set(name, (pagesOfClass.get(name) ?? new Set()).add(path))
  const repeatedClasses = [...pagesOfClass]
    .filter(([, pages]) => pages.size > 1)
    .map(([name, pages]) => `${name}: ${[...pages].join(', ')}`)
  expect(pagesOfClass.size).toBeGreaterThan(200)
  expect(repeatedClasses).toEqual([])
})
