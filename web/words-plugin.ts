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
  codeBundleOf,
  codeGroups,
  codeNamespace,
  faultCopyBundle,
  faultGroups,
  type TextBundle,
  textBundleOf,
  textBundles,
} from './src/shared/i18n/text-bundles.ts'

type Texts = { [key: string]: string | Texts }

const prefix = 'virtual:words'
const sources = join(import.meta.dirname, 'src')

const isTextGroup = (value: string | Texts | undefined): value is Texts => typeof value === 'object'

const merge = (into: Texts, words: Texts): Texts => {
  for (const [key, value] of Object.entries(words)) {
    const before = into[key]
    into[key] = isTextGroup(value) ? merge(isTextGroup(before) ? before : {}, value) : value
  }
  return into
}

/** All files of words, and those already read: each is in several sets. A change of any file empties both. */
let textFiles: string[] | undefined
const read = new Map<string, Texts>()
const forgetFiles = (): void => {
  textFiles = undefined
  read.clear()
}

const filesOf = (language: string): string[] => {
  textFiles ??= globSync('**/locales/*.json', { cwd: sources })
    .sort()
    .map((file) => join(sources, file))
  return textFiles.filter((file) => basename(file) === `${language}.json`)
}

const readTextFile = (file: string): Texts => {
  const words = read.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Texts)
  read.set(file, words)
  return words
}

/** Takes groups out of the words of a feature, into those gathered from all. */
const moveGroups = (into: Texts, words: Texts, groups: readonly string[]): void => {
  for (const group of groups) {
    const its = words[group]
    if (its !== undefined) merge(into, { [group]: its })
    delete words[group]
  }
}

/** The texts of faults among the texts of codes. */
const faultTexts = ({ errors }: Texts): Texts => {
  const groups = isTextGroup(errors) ? Object.entries(errors) : []
  const faults = groups.filter(([group]) => faultGroups.some((one) => one === group))
  return faults.length === 0 ? {} : { errors: Object.fromEntries(faults) }
}

/** The text at a path or, under a heading, the texts by their keys; for a longer entry its name. */
const findTexts = (words: Texts, path: string): Texts => {
  const keys = path.split('.')
  const at = keys.reduce<string | Texts | undefined>(
    (within, key) => (isTextGroup(within) ? within[key] : undefined),
    words,
  )
  if (!isTextGroup(at)) return at === undefined ? {} : { [keys.at(-1) ?? '']: at }
  const named = Object.entries(at).map(([key, value]) => [key, isTextGroup(value) ? value.name : value] as const)
  return Object.fromEntries(named.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))
}

/** Words for codes in the audit, in the language of the given words. */
export const collectAuditedCodeTexts = (all: Texts): Texts => {
  const named: Texts = {}
  for (const [field, paths] of Object.entries(auditedCodes))
    for (const path of paths) merge(named, { [field]: findTexts(all, path) })
  return named
}

/** The texts of one bundle in one language, by namespace; codes and the audit are in bundles of their own. */
export const textsOfBundle = (language: string, set: TextBundle): Record<string, Texts> => {
  const sorted: Record<string, Texts> = {}
  const codes: Texts = {}
  const audit: Texts = {}
  const all: Texts = {}
  for (const file of filesOf(language)) {
    const words = { ...readTextFile(file) }
    const namespace = basename(dirname(dirname(file)))
    if (set === 'audit') merge(all, { [namespace]: words })
    const itsCodes: Texts = {}
    moveGroups(itsCodes, words, codeGroups)
    if (codeBundleOf(namespace) === set) merge(codes, itsCodes)
    if (set === faultCopyBundle) merge(codes, faultTexts(itsCodes))
    moveGroups(audit, words, auditGroups)
    if (textBundleOf(namespace) === set) sorted[namespace] = words
  }
  if (Object.keys(codes).length > 0) sorted[codeNamespace] = codes
  if (set === 'audit') sorted[auditNamespace] = { ...audit, [auditedCodesGroup]: collectAuditedCodeTexts(all) }
  return sorted
}

let releaseHash: string | undefined

/** Distinguishes the texts of builds: equal as long as all texts are, in the same bundles. */
export const textsRelease = (): string => {
  if (releaseHash !== undefined) return releaseHash
  const hash = createHash('sha256')
  for (const code of languages) for (const set of textBundles) hash.update(JSON.stringify(textsOfBundle(code, set)))
  releaseHash = hash.digest('base64url').slice(0, 7)
  return releaseHash
}

const table = (): string => {
  const loaderOf = (language: string, set: TextBundle) => `${set}: () => import('${prefix}/${language}/${set}')`
  const lines = languages.map((code) => `${code}: { ${textBundles.map((set) => loaderOf(code, set)).join(', ')} }`)
  return `export const wordLoaders = {\n${lines.join(',\n')}\n}`
}

/** Serves `virtual:words`, the loaders of all texts by language and bundle, one module each. */
export const textsPlugin = (): Plugin => ({
  name: 'vigilux-words',
  watchChange: forgetFiles,
  resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${prefix}`)) return undefined
    const [, language, set] = id.split('/')
    const wanted = textBundles.find((one) => one === set)
    if (!language || !wanted) return table()
    for (const file of filesOf(language)) this.addWatchFile(file)
    return `export default ${JSON.stringify(textsOfBundle(language, wanted))}`
  },
})
