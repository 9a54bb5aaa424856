import { dirname, normalize } from 'node:path/posix'
import { expect, it } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** Style sheets are CSS modules. The compiler does not know the class names of a sheet; these tests do. */
const withoutComments = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
const files = new Map(
  repositoryFiles()
    .filter((path) => /^web\/src\/.*\.(css|tsx?)$/.test(path))
    .map((path) => [path, path.endsWith('.css') ? withoutComments(readSource(path)) : readSource(path)]),
)
const pathsOf = (pattern: RegExp): string[] => [...files.keys()].filter((path) => pattern.test(path))
const modules = pathsOf(/\.module\.css$/)
const globalSheets = pathsOf(/^web\/src\/shared\/theme\/[\w-]+\.css$/)
const components = pathsOf(/\.tsx?$/)

/** The selectors of a sheet, one string per rule. */
const selectorsOf = (sheet: string): string[] =>
  [...(files.get(sheet) ?? '').matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !/^(@|from$|to$|[\d.]+%)/.test(selector))
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)
const globalClass = /:global\([^()]*\)/g
const classesOf = (sheet: string): Set<string> =>
  new Set(matches(selectorsOf(sheet).join().replaceAll(globalClass, ''), /\.([a-zA-Z][\w-]*)/g))

/** Every use of a module's class, as "sheet class". */
const usedClasses = new Set(
  components.flatMap((path) => {
    const text = files.get(path) ?? ''
    return [...text.matchAll(/^import \* as (\w+) from '(\.[^']+\.module\.css)'$/gm)].flatMap(([, name, sheet]) =>
      matches(text, new RegExp(`\\b${name}\\.(\\w+)`, 'g')).map(
        (used) => `${normalize(`${dirname(path)}/${sheet}`)} ${used}`,
      ),
    )
  }),
)

it('components name the classes of their sheets, and no sheet has other classes', () => {
  const classes = modules.flatMap((sheet) => [...classesOf(sheet)].map((name) => `${sheet} ${name}`))
  expect(classes.length).toBeGreaterThan(500)
  expect([...usedClasses].sort()).toEqual(classes.sort())
})

/** A sheet stays loaded after its page, so a selector without a class of the sheet would change other pages. */
it('each selector of a module contains a class of the module', () => {
  const loose = modules.flatMap((sheet) =>
    selectorsOf(sheet)
      .flatMap((selectors) => selectors.replaceAll(globalClass, '').split(/,(?![^()]*\))/))
      .filter((selector) => !/\.[a-zA-Z]/.test(selector))
      .map((selector) => `${sheet}: ${selector.trim()}`),
  )
  expect(loose).toEqual([])
})

it('classes without a module are those of the global sheets', () => {
  const known = new Set(globalSheets.flatMap((sheet) => [...classesOf(sheet)].filter((name) => name.startsWith('vx-'))))
  const named = new Set(components.flatMap((path) => matches(files.get(path) ?? '', /(?<![\w-])(vx-[\w-]+)/g)))
  expect(known.size).toBeGreaterThan(5)
  expect([...named].sort()).toEqual([...known].sort())
})

it('parts that a sheet places exist', () => {
  const part = /data-part(?:=|': )["']([\w-]+)["']/g
  const named = new Set(components.flatMap((path) => matches(files.get(path) ?? '', part)))
  const placed = [...modules, ...globalSheets].flatMap((sheet) => matches(files.get(sheet) ?? '', part))
  expect(placed.length).toBeGreaterThan(20)
  expect(placed.filter((name) => !named.has(name))).toEqual([])
})
