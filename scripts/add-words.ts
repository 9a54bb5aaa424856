import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Language, languages } from '../contract/src/kernel/primitives.ts'

type Texts = { [key: string]: string | Texts }

export const isLanguage = (name: string): name is Language => (languages as readonly string[]).includes(name)

const isGroup = (value: string | Texts | undefined): value is Texts => typeof value === 'object'

/** The folder of a namespace's texts: `locales` below the folder with its name. */
const folderOf = (root: string, namespace: string): string => {
  const found = globSync('web/src/**/locales', { cwd: root }).find((one) => basename(dirname(one)) === namespace)
  if (found) return found
  if (existsSync(join(root, 'contract/src/features', namespace))) return `web/src/features/${namespace}/locales`
  throw new Error(`There is no feature and no folder of words named ${namespace}.`)
}

const readTexts = (path: string): Texts => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Texts) : {})

/** Sets a text at a dotted key, at the end of its group. */
const setText = (texts: Texts, key: string, text: string): void => {
  const names = key.split('.')
  const last = names.pop() ?? key
  let group = texts
  for (const name of names) {
    const subgroup = group[name] ?? {}
    if (!isGroup(subgroup)) throw new Error(`${name} of ${key} is a word already, and cannot hold others.`)
    group[name] = subgroup
    group = subgroup
  }
  if (last in group) throw new Error(`${key} is there already.`)
  group[last] = text
}

/** The key's forms in a language: plural forms when it ends in `_other`, otherwise one. */
const pluralForms = (key: string, language: Language): string[] =>
  key.endsWith('_other')
    ? new Intl.PluralRules(language)
        .resolvedOptions()
        .pluralCategories.map((form) => key.replace(/_other$/, `_${form}`))
    : [key]

/**
 * Adds a text to the files of all languages, in every plural form of the language. Writes nothing when the key exists
 * in any of them.
 * @returns the folder, and the languages with the English word
 */
export const addTexts = (
  root: string,
  namespace: string,
  key: string,
  texts: Partial<Record<Language, string>> & { en: string },
): { folder: string; untranslated: Language[] } => {
  const folder = folderOf(root, namespace)
  const files = languages.map((language) => {
    const path = join(root, folder, `${language}.json`)
    const namespaceTexts = readTexts(path)
    for (const form of pluralForms(key, language)) setText(namespaceTexts, form, texts[language] ?? texts.en)
    return { path, words: namespaceTexts }
  })
  mkdirSync(join(root, folder), { recursive: true })
  for (const { path, words } of files) writeFileSync(path, `${JSON.stringify(words, null, 2)}\n`)
  return { folder, untranslated: languages.filter((language) => texts[language] === undefined) }
}
