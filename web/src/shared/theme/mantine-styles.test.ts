import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const styles = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'))
const library = join(styles, 'esm')
const sources = join(import.meta.dirname, '../..')

/** Styles for every page. */
const baseStyles = ['default-css-variables', 'baseline', 'global']

const fileOf = (() => {
  const index = readFileSync(join(library, 'index.mjs'), 'utf8')
  const files = new Map<string, string>()
  for (const [, names = '', from = ''] of index.matchAll(/^import \{ ([^}]+) \} from "(\.[^"]+)"/gm))
    for (const name of names.split(', ')) files.set(name, join(library, from))
  return files
})()

/** The components of the client, and their parts. */
const collectReachable = (file: string, found: Set<string>): void => {
  if (found.has(file)) return
  found.add(file)
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/^import [^"]*"(\.[^"]+)"/gm))
    collectReachable(resolve(dirname(file), from), found)
}

const needed = (): string[] => {
  const found = new Set<string>()
  for (const file of globSync('**/*.tsx', { cwd: sources })) {
    const text = readFileSync(join(sources, file), 'utf8')
    for (const [, names = ''] of text.matchAll(/^import \{([^}]+)\} from '@mantine\/core'/gm))
      for (const name of names.split(',').map((one) => one.trim())) {
        const from = fileOf.get(name)
        if (from) collectReachable(from, found)
      }
  }
  const modules = [...found].filter((file) => file.endsWith('.module.mjs'))
  return [...baseStyles, ...modules.map((file) => basename(file, '.module.mjs'))]
}

/** The position of a component in the library's combined stylesheet, which fixes the order. */
const placeOf = (name: string): number => {
  const all = readFileSync(join(styles, 'styles.css'), 'utf8')
  const [first = ''] = readFileSync(join(styles, `styles/${name}.css`), 'utf8').match(/^[^{]*\{[^}]*\}/) ?? []
  return all.indexOf(first)
}

test('the styles of all used components are imported in order, and no others', () => {
  const list = readFileSync(join(import.meta.dirname, 'mantine-styles.ts'), 'utf8')
  const listedStyles = [...list.matchAll(/core\/styles\/([\w-]+)\.css/g)].map(([, name]) => name)
  const sortedFiles = needed().sort((a, b) => placeOf(a) - placeOf(b))
  expect(sortedFiles.length).toBeGreaterThan(30)
  expect(listedStyles).toEqual(sortedFiles)
})
