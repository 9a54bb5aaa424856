import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { languages } from './src/shared/i18n/languages.ts'
import {
  auditedCodes,
  auditedCodesGroup,
  auditGroups,
  auditNamespace,
  codeGroups,
  codeNamespace,
  codeSetOf,
  type WordSet,
  wordSetOf,
  wordSets,
} from './src/shared/i18n/word-sets.ts'

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

/** All files of words, and those that were read: each is in several sets. A change of any file empties both. */
let listed: string[] | undefined
const read = new Map<string, Words>()
const forgetFiles = (): void => {
  listed = undefined
  read.clear()
}

const filesOf = (language: string): string[] => {
  listed ??= globSync('**/locales/*.json', { cwd: sources })
    .sort()
    .map((file) => join(sources, file))
  return listed.filter((file) => basename(file) === `${language}.json`)
}

const wordsIn = (file: string): Words => {
  const words = read.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Words)
  read.set(file, words)
  return words
}

/** Takes groups out of the words of a feature, into those that are gathered from all. */
const gather = (into: Words, words: Words, groups: readonly string[]): void => {
  for (const group of groups) {
    const its = words[group]
    if (its !== undefined) merge(into, { [group]: its })
    delete words[group]
  }
}

/** The text at a path or, under a heading, the texts by their keys; of what has more to say its name. */
const textsAt = (words: Words, path: string): Words => {
  const keys = path.split('.')
  const at = keys.reduce<string | Words | undefined>(
    (within, key) => (isGroup(within) ? within[key] : undefined),
    words,
  )
  if (!isGroup(at)) return at === undefined ? {} : { [keys.at(-1) ?? '']: at }
  const named = Object.entries(at).map(([key, value]) => [key, isGroup(value) ? value.name : value] as const)
  return Object.fromEntries(named.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
}

/** Words for codes that the audit names, of the language whose words by namespace are given. */
export const auditedCodesOf = (all: Words): Words => {
  const named: Words = {}
  for (const [field, paths] of Object.entries(auditedCodes))
    for (const path of paths) merge(named, { [field]: textsAt(all, path) })
  return named
}

/** The words of one set in one language, by namespace. Those of codes are in two sets, whatever set their feature is in; those of the audit are in one. */
export const wordsOf = (language: string, set: WordSet): Record<string, Words> => {
  const sorted: Record<string, Words> = {}
  const codes: Words = {}
  const audit: Words = {}
  const all: Words = {}
  for (const file of filesOf(language)) {
    const words = { ...wordsIn(file) }
    const namespace = basename(dirname(dirname(file)))
    if (set === 'audit') merge(all, { [namespace]: words })
    const itsCodes: Words = {}
    gather(itsCodes, words, codeGroups)
    if (codeSetOf(namespace) === set) merge(codes, itsCodes)
    gather(audit, words, auditGroups)
    if (wordSetOf(namespace) === set) sorted[namespace] = words
  }
  if (Object.keys(codes).length > 0) sorted[codeNamespace] = codes
  if (set === 'audit') sorted[auditNamespace] = { ...audit, [auditedCodesGroup]: auditedCodesOf(all) }
  return sorted
}

let release: string | undefined

/** Tells the words of one build from those of another: the same as long as all words in all languages are, and lie in the same sets. */
export const releaseOfWords = (): string => {
  if (release !== undefined) return release
  const hash = createHash('sha256')
  for (const code of languages) for (const set of wordSets) hash.update(JSON.stringify(wordsOf(code, set)))
  release = hash.digest('base64url').slice(0, 7)
  return release
}

const table = (): string => {
  const loaderOf = (language: string, set: WordSet) => `${set}: () => import('${prefix}/${language}/${set}')`
  const lines = languages.map((code) => `${code}: { ${wordSets.map((set) => loaderOf(code, set)).join(', ')} }`)
  return `export const wordLoaders = {\n${lines.join(',\n')}\n}`
}

/** Serves `virtual:words`, the loaders of all words by language and set: one module each, whatever files they lie in. */
export const words = (): Plugin => ({
  name: 'vigilux-words',
  watchChange: forgetFiles,
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
