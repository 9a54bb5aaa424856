import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { languages } from './src/shared/i18n/languages.ts'
import { codeGroups, codeNamespace, type WordSet, wordSetOf, wordSets } from './src/shared/i18n/word-sets.ts'

type Words = { [key: string]: string | Words }

const prefix = 'virtual:words'
const sources = join(import.meta.dirname, 'src')

const isGroup = (value: string | Words | undefined): value is Words => typeof value === 'object'

const merge = (into: Words, words: Words): Words => {
  for (const [key, value] of Object.entries(words)) {
    const before = into[key]
    into[key] = isGroup(value) ? merge(isGroup(before) ? before : {}, value) : value
  }
  return into
}

const filesOf = (language: string): string[] =>
  globSync(`**/locales/${language}.json`, { cwd: sources })
    .sort()
    .map((file) => join(sources, file))

/** The words of one set in one language, by namespace. The words of codes of all features are in the first set. */
export const wordsOf = (language: string, set: WordSet): Record<string, Words> => {
  const found: Record<string, Words> = {}
  const codes: Words = {}
  for (const file of filesOf(language)) {
    const words = JSON.parse(readFileSync(file, 'utf8')) as Words
    for (const group of codeGroups) {
      const coded = words[group]
      if (coded !== undefined) merge(codes, { [group]: coded })
      delete words[group]
    }
    const namespace = basename(dirname(dirname(file)))
    if (wordSetOf(namespace) === set) found[namespace] = words
  }
  if (set === 'everywhere') found[codeNamespace] = codes
  return found
}

const table = (): string => {
  const loaderOf = (language: string, set: WordSet) => `${set}: () => import('${prefix}/${language}/${set}')`
  const lines = languages.map((code) => `${code}: { ${wordSets.map((set) => loaderOf(code, set)).join(', ')} }`)
  return `export const wordLoaders = {\n${lines.join(',\n')}\n}`
}

/** Serves `virtual:words`, the loaders of all words by language and set: one module each, whatever files they lie in. */
export const words = (): Plugin => ({
  name: 'vigilux-words',
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const [, language, set] = id.split('/')
    const wanted = wordSets.find((one) => one === set)
    if (!language || !wanted) return table()
    for (const file of filesOf(language)) this.addWatchFile(file)
    return `export default ${JSON.stringify(wordsOf(language, wanted))}`
  },
})
