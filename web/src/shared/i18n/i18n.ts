import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { initReactI18next } from 'react-i18next/initReactI18next'
import { htmlLanguage, initialLanguage, type Language, storeLanguage, supportedLanguage } from './languages.ts'
import {
  auditedCodesGroup,
  type auditGroups,
  auditNamespace,
  codeGroups,
  codeNamespace,
  codeSets,
  type WordSet,
} from './word-sets.ts'

type Words = Record<string, unknown>
/** Fetches the words of one set in one language, by namespace. */
type WordLoader = () => Promise<{ default: Record<string, Words> }>
export type WordLoaders = Readonly<Record<Language, Readonly<Record<WordSet, WordLoader>>>>

let loaders: WordLoaders
/** What the pages opened so far need, and what of it is there, by language. */
const needed = new Set<WordSet>()
const loaded = new Set<string>()

const missingIn = (language: Language): WordSet[] => [...needed].filter((set) => !loaded.has(`${language} ${set}`))

async function load(language: Language, set: WordSet): Promise<void> {
  const { default: words } = await loaders[language][set]()
  for (const [namespace, all] of Object.entries(words)) i18next.addResourceBundle(language, namespace, all, true)
  loaded.add(`${language} ${set}`)
}

/** Until nothing is missing: while a language comes, a page may begin to need more of it. */
async function loadNeeded(language: Language): Promise<void> {
  for (let sets = missingIn(language); sets.length > 0; sets = missingIn(language))
    await Promise.all(sets.map((set) => load(language, set)))
}

/** Has the words of these sets there before a page is drawn that shows them; in English where the language cannot be fetched. */
export async function needWords(...sets: readonly WordSet[]): Promise<void> {
  for (const set of sets) needed.add(set)
  await loadNeeded(currentLanguage()).catch(() => loadNeeded('en'))
}

/** Starts with the person's language, or in English where its words cannot be fetched: a check holds that each is complete. */
export async function startLanguages(wordLoaders: WordLoaders, ...sets: readonly WordSet[]): Promise<void> {
  loaders = wordLoaders
  loaded.clear()
  needed.clear()
  for (const set of ['everywhere', ...sets] as const) needed.add(set)
  const wanted = initialLanguage()
  await i18next.use(initReactI18next).init({
    lng: wanted,
    fallbackLng: 'en',
    resources: {},
    defaultNS: 'shared',
    interpolation: { escapeValue: false },
    // A value that a newer server knows and we have no words for shows as itself.
    parseMissingKeyHandler: (key: string) => key.slice(key.lastIndexOf('.') + 1),
    react: { useSuspense: false, bindI18nStore: 'added' },
    showSupportNotice: false,
  } as Parameters<typeof i18next.init>[0])
  const usable = await loadNeeded(wanted).then(
    () => wanted,
    () => loadNeeded('en').then(() => 'en' as const),
  )
  await i18next.changeLanguage(usable)
  document.documentElement.lang = htmlLanguage(usable)
}

/** Switches for as long as the page is open, and remembers nothing. */
export async function showLanguage(language: Language): Promise<void> {
  await loadNeeded(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = htmlLanguage(language)
}

/** Switches without remounting, so that what is typed in an open form stays. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  storeLanguage(language)
}

export function currentLanguage(): Language {
  return supportedLanguage(i18next.language) ?? 'en'
}

/** The chosen language; the component is drawn again when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return supportedLanguage(i18n.language) ?? 'en'
}

/** With what a unit refused a command, in words: its own codes first, then those that it shares with the server. */
export function refusalText(code: string | null): string | undefined {
  return code === null ? undefined : (codeText('unitRefusals', code) ?? codeText('errors', code) ?? code)
}

/** Has the words of a code there before it is said; those of each feature come with its pages, and a code may be of any. Never rejects. */
export async function needWordsOf(group: string, code: string): Promise<void> {
  if (!i18next.exists(`${codeNamespace}:${group}.${code}`)) await needWords(...codeSets).catch(() => undefined)
}

/**
 * Says a code in words, whose ever it is: `codeText('errors', 'NOT_ALLOWED')`. Undefined when there are no words for it; where these may be
 * among those of a feature of which no page was opened yet, they are fetched, and what is drawn says them then.
 */
export function codeText(group: string, code: string, values?: Record<string, unknown>): string | undefined {
  const isGathered = codeGroups.some((one) => group === one || group.startsWith(`${one}.`))
  const key = `${isGathered ? codeNamespace : 'shared'}:${group}.${code}`
  if (i18next.exists(key)) return (i18next.t as unknown as (key: string, values?: object) => string)(key, values)
  if (isGathered && codeSets.some((set) => !needed.has(set))) void needWordsOf(group, code)
  return
}

const auditGroup = (group: string): unknown =>
  i18next.exists(`${auditNamespace}:${group}`)
    ? (i18next.t as unknown as (key: string, how: object) => unknown)(`${auditNamespace}:${group}`, {
        returnObjects: true,
      })
    : {}

/** The words of one group of the audit, by action or field; there once the set `audit` is. */
export const auditWords = (group: (typeof auditGroups)[number]): Readonly<Record<string, string>> =>
  auditGroup(group) as Record<string, string>

/** What the codes of an audited field are called; nothing of a field that has none. */
export const auditedCodeWords = (field: string): Readonly<Record<string, string>> =>
  auditGroup(`${auditedCodesGroup}.${field}`) as Record<string, string>
