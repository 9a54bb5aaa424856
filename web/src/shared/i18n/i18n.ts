import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { initReactI18next } from 'react-i18next/initReactI18next'
import { htmlLanguage, initialLanguage, type Language, saveLanguage, supportedLanguage } from './languages.ts'
import {
  auditedCodesGroup,
  type auditGroups,
  auditNamespace,
  codeBundles,
  codeGroups,
  codeNamespace,
  type TextBundle,
} from './text-bundles.ts'

type Texts = Record<string, unknown>
/** Fetches the words of one set in one language, by namespace. */
type TextLoader = () => Promise<{ default: Record<string, Texts> }>
export type TextLoaders = Readonly<Record<Language, Readonly<Record<TextBundle, TextLoader>>>>

let loaders: TextLoaders
/** What the pages opened so far need, and what of it is there, by language. */
const neededBundles = new Set<TextBundle>()
const loadedBundles = new Set<string>()

const listMissing = (language: Language): TextBundle[] =>
  [...neededBundles].filter((set) => !loadedBundles.has(`${language} ${set}`))

async function loadBundle(language: Language, set: TextBundle): Promise<void> {
  const { default: words } = await loaders[language][set]()
  for (const [namespace, all] of Object.entries(words)) i18next.addResourceBundle(language, namespace, all, true)
  loadedBundles.add(`${language} ${set}`)
}

/** Until nothing is missing: while a language comes, a page may begin to need more of it. */
async function loadNeeded(language: Language): Promise<void> {
  for (let sets = listMissing(language); sets.length > 0; sets = listMissing(language))
    await Promise.all(sets.map((set) => loadBundle(language, set)))
}

/** Has the words of these sets there before a page is drawn that shows them; in English where the language cannot be fetched. */
export async function loadTextBundles(...sets: readonly TextBundle[]): Promise<void> {
  for (const set of sets) neededBundles.add(set)
  await loadNeeded(currentLanguage()).catch(() => loadNeeded('en'))
}

/** Starts with the person's language, or in English where its words cannot be fetched: a check holds that each is complete. */
export async function startLanguages(wordLoaders: TextLoaders, ...sets: readonly TextBundle[]): Promise<void> {
  loaders = wordLoaders
  loadedBundles.clear()
  neededBundles.clear()
  for (const set of ['everywhere', ...sets] as const) neededBundles.add(set)
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
  saveLanguage(language)
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
  return code === null ? undefined : (errorText('unitRefusals', code) ?? errorText('errors', code) ?? code)
}

/** Has the words of a code there before it is said; those of each feature come with its pages, and a code may be of any. Never rejects. */
export async function loadTextsOfCode(group: string, code: string): Promise<void> {
  if (!i18next.exists(`${codeNamespace}:${group}.${code}`)) await loadTextBundles(...codeBundles).catch(() => undefined)
}

/**
 * Says a code in words, whose ever it is: `errorText('errors', 'NOT_ALLOWED')`. Undefined when there are no words for it; where these may be
 * among those of a feature of which no page was opened yet, they are fetched, and what is drawn says them then.
 */
export function errorText(group: string, code: string, values?: Record<string, unknown>): string | undefined {
  const isGathered = codeGroups.some((one) => group === one || group.startsWith(`${one}.`))
  const key = `${isGathered ? codeNamespace : 'shared'}:${group}.${code}`
  if (i18next.exists(key)) return (i18next.t as unknown as (key: string, values?: object) => string)(key, values)
  if (isGathered && codeBundles.some((set) => !neededBundles.has(set))) void loadTextsOfCode(group, code)
  return
}

const getAuditGroup = (group: string): unknown =>
  i18next.exists(`${auditNamespace}:${group}`)
    ? (i18next.t as unknown as (key: string, how: object) => unknown)(`${auditNamespace}:${group}`, {
        returnObjects: true,
      })
    : {}

/** The words of one group of the audit, by action or field; there once the set `audit` is. */
export const auditTexts = (group: (typeof auditGroups)[number]): Readonly<Record<string, string>> =>
  getAuditGroup(group) as Record<string, string>

/** What the codes of an audited field are called; nothing of a field that has none. */
export const auditedCodeTexts = (field: string): Readonly<Record<string, string>> =>
  getAuditGroup(`${auditedCodesGroup}.${field}`) as Record<string, string>
