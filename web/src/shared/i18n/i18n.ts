import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { initReactI18next } from 'react-i18next/initReactI18next'
import { htmlLanguage, initialLanguage, type Language, storeLanguage, supportedLanguage } from './languages.ts'

type Words = Record<string, unknown>
/** Namespace to loader, one set per language; every language is one chunk. */
export type WordLoaders = Record<string, () => Promise<unknown>>

let loaders: WordLoaders = {}
const loaded = new Set<Language>()

/** `…/features/plants/locales/de.json` holds namespace `plants`: the folder above `locales`. */
function placeOf(path: string): { namespace: string; language: string } | undefined {
  const found = /([^/]+)\/locales\/(\w+)\.json$/.exec(path)
  return found?.[1] && found[2] ? { namespace: found[1], language: found[2] } : undefined
}

/**
 * Groups of words by a code that may come to any page: each feature has those of its own codes in its own file, and here
 * they are gathered under one namespace.
 */
const codeGroups = ['errors', 'commandNames', 'unitRefusals'] as const
const codeNamespace = 'codes'

function gatherCodes(language: Language, words: Words): void {
  for (const group of codeGroups)
    if (words[group]) i18next.addResourceBundle(language, codeNamespace, { [group]: words[group] }, true)
}

async function load(language: Language): Promise<void> {
  if (loaded.has(language)) return
  await Promise.all(
    Object.entries(loaders).map(async ([path, loader]) => {
      const place = placeOf(path)
      if (place?.language !== language) return
      const words = (await loader()) as Words
      i18next.addResourceBundle(language, place.namespace, words)
      gatherCodes(language, words)
    }),
  )
  loaded.add(language)
}

/** Starts with the person's language; English follows behind as the fallback. */
export async function startLanguages(wordLoaders: WordLoaders): Promise<void> {
  loaders = wordLoaders
  loaded.clear()
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
  const usable = await load(wanted).then(
    () => wanted,
    () => 'en' as const,
  )
  const english = load('en')
  if (usable === 'en') await english
  else english.catch(() => undefined) // complete languages need no fallback
  await i18next.changeLanguage(usable)
  document.documentElement.lang = htmlLanguage(usable)
}

/** Switches without remounting, so that what is typed in an open form stays. */
export async function chooseLanguage(language: Language): Promise<void> {
  await load(language)
  storeLanguage(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = htmlLanguage(language)
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

/** Says a code in words, whose ever it is: `codeText('errors', 'NOT_ALLOWED')`. Undefined when there are no words for it. */
export function codeText(group: string, code: string, values?: Record<string, unknown>): string | undefined {
  const isGathered = codeGroups.some((one) => group === one || group.startsWith(`${one}.`))
  const key = `${isGathered ? codeNamespace : 'shared'}:${group}.${code}`
  return i18next.exists(key)
    ? (i18next.t as unknown as (key: string, values?: object) => string)(key, values)
    : undefined
}
