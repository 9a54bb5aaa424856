import i18next, { type FormatterModule } from 'i18next'
import { useTranslation } from 'react-i18next'
import { initReactI18next } from 'react-i18next/initReactI18next'
import {
  formatLocale,
  htmlLanguage,
  initialLanguage,
  type Language,
  saveLanguage,
  supportedLanguage,
} from './languages.ts'
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
/** Loads the texts of one bundle in one language, by namespace. */
type TextLoader = () => Promise<{ default: Record<string, Texts> }>
export type TextLoaders = Readonly<Record<Language, Readonly<Record<TextBundle, TextLoader>>>>

/** Event after which components look up texts of codes again. */
const codesLoaded = 'codesLoaded'

let loaders: TextLoaders
/** Bundles for the pages opened so far, and the loaded ones by language. */
const neededBundles = new Set<TextBundle>()
const loadedBundles = new Set<string>()
const loadingBundles = new Map<string, Promise<void>>()

const listMissing = (language: Language): TextBundle[] =>
  [...neededBundles].filter((bundle) => !loadedBundles.has(`${language} ${bundle}`))

async function fetchBundle(language: Language, bundle: TextBundle): Promise<void> {
  const { default: namespaces } = await loaders[language][bundle]()
  for (const [namespace, namespaceTexts] of Object.entries(namespaces))
    i18next.addResourceBundle(language, namespace, namespaceTexts, true)
  loadedBundles.add(`${language} ${bundle}`)
}

/** Several parts of a page may wait for the same bundle. */
function loadBundle(language: Language, bundle: TextBundle): Promise<void> {
  const key = `${language} ${bundle}`
  const loading = loadingBundles.get(key) ?? fetchBundle(language, bundle).finally(() => loadingBundles.delete(key))
  loadingBundles.set(key, loading)
  return loading
}

/** Loops until nothing is missing, because a page may need more bundles while one loads. */
async function loadNeeded(language: Language): Promise<void> {
  for (let sets = listMissing(language); sets.length > 0; sets = listMissing(language))
    await Promise.all(sets.map((bundle) => loadBundle(language, bundle)))
}

/** Loads bundles before their pages render; in English when the language cannot be fetched. */
export async function loadTextBundles(...sets: readonly TextBundle[]): Promise<void> {
  for (const bundle of sets) neededBundles.add(bundle)
  await loadNeeded(currentLanguage()).catch(() => loadNeeded('en'))
}

const countFormats = new Map<string, Intl.NumberFormat>()

/** Formats the count of a text in its language: "1,080 devices". Other numbers may be years or ports and stay. */
function formatInterpolated(value: unknown, _format?: string, language = 'en', options?: object): string {
  const isCount = options && 'interpolationkey' in options && options.interpolationkey === 'count'
  if (!isCount || typeof value !== 'number') return value as string
  const format = countFormats.get(language) ?? new Intl.NumberFormat(formatLocale(supportedLanguage(language) ?? 'en'))
  countFormats.set(language, format)
  return format.format(value).replaceAll('\u202F', '\u00A0')
}

const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: formatInterpolated,
}

/** Starts with the person's language, or with English if its texts cannot be fetched; all are complete. */
export async function startLanguages(wordLoaders: TextLoaders, ...sets: readonly TextBundle[]): Promise<void> {
  loaders = wordLoaders
  loadedBundles.clear()
  loadingBundles.clear()
  neededBundles.clear()
  for (const bundle of ['everywhere', ...sets] as const) neededBundles.add(bundle)
  const preferredLanguage = initialLanguage()
  await i18next
    .use(initReactI18next)
    .use(countFormatter)
    .init({
      lng: preferredLanguage,
      fallbackLng: 'en',
      resources: {},
      defaultNS: 'shared',
      // Words shared by features: `t('word.lamps')` works in every namespace.
      fallbackNS: 'shared',
      interpolation: { escapeValue: false, alwaysFormat: true },
      // A value of a newer server without a text is shown as it is.
      parseMissingKeyHandler: (key: string) => key.slice(key.lastIndexOf('.') + 1),
      // Texts load before what shows them. Only texts of codes come later, and announce themselves.
      react: { useSuspense: false, bindI18n: `languageChanged ${codesLoaded}`, bindI18nStore: '' },
      showSupportNotice: false,
    } as Parameters<typeof i18next.init>[0])
  const usableLanguage = await loadNeeded(preferredLanguage).then(
    () => preferredLanguage,
    () => loadNeeded('en').then(() => 'en' as const),
  )
  await i18next.changeLanguage(usableLanguage)
  document.documentElement.lang = htmlLanguage(usableLanguage)
}

/** Switches the language for this page only, without storing it. */
export async function showLanguage(language: Language): Promise<void> {
  await loadNeeded(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = htmlLanguage(language)
}

/** Switches without remounting: input in open forms stays. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  saveLanguage(language)
}

export function currentLanguage(): Language {
  return supportedLanguage(i18next.language) ?? 'en'
}

/** The current language; rerenders when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return supportedLanguage(i18n.language) ?? 'en'
}

/** The text of a unit's refusal: looks up the unit's own codes first, then those shared with the server. */
export function refusalText(code: string | null): string | undefined {
  return code === null ? undefined : (errorText('unitRefusals', code) ?? errorText('errors', code) ?? code)
}

/** Loads the texts of a code: they load with the pages of a feature, and any may return one. Never rejects. */
export async function loadTextsOfCode(group: string, code: string): Promise<void> {
  const language = currentLanguage()
  const isLoaded = codeBundles.every((bundle) => loadedBundles.has(`${language} ${bundle}`))
  if (isLoaded || i18next.exists(`${codeNamespace}:${group}.${code}`)) return
  await loadTextBundles(...codeBundles).catch(() => undefined)
  i18next.emit(codesLoaded)
}

/**
 * The text of any feature's code: `errorText('errors', 'NOT_ALLOWED')`. Undefined without a text; if an unloaded bundle
 * may contain it, the bundle is fetched and components rerender.
 */
export function errorText(group: string, code: string, values?: Record<string, unknown>): string | undefined {
  const hasOwnNamespace = codeGroups.some((one) => group === one || group.startsWith(`${one}.`))
  const key = `${hasOwnNamespace ? codeNamespace : 'shared'}:${group}.${code}`
  if (i18next.exists(key)) return (i18next.t as unknown as (key: string, values?: object) => string)(key, values)
  if (hasOwnNamespace && codeBundles.some((bundle) => !neededBundles.has(bundle))) void loadTextsOfCode(group, code)
  return
}

const getAuditGroup = (group: string): unknown =>
  i18next.exists(`${auditNamespace}:${group}`)
    ? (i18next.t as unknown as (key: string, options: object) => unknown)(`${auditNamespace}:${group}`, {
        returnObjects: true,
      })
    : {}

/** Texts of one audit group, by action or field; available once the bundle `audit` is loaded. */
export const auditTexts = (group: (typeof auditGroups)[number]): Readonly<Record<string, string>> =>
  getAuditGroup(group) as Record<string, string>

/** Texts of an audited field's codes; empty for a field without codes. */
export const auditedCodeTexts = (field: string): Readonly<Record<string, string>> =>
  getAuditGroup(`${auditedCodesGroup}.${field}`) as Record<string, string>
