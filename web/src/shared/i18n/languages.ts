/** Language codes as stored; Norwegian Bokmål is stored as `no` and published as `nb`. */
export const languages = ['en', 'it', 'de', 'es', 'fr', 'cs', 'no', 'pl', 'pt'] as const
export type Language = (typeof languages)[number]

/** Each language in its own words, for a person unable to read the current one. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  it: 'Italiano',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  cs: 'Čeština',
  no: 'Norsk',
  pl: 'Polski',
  pt: 'Português',
}

/** An age below one second. `Intl` has only "now", which reads like a time of its own ("jetzt", "ora"). */
export const justNow: Record<Language, string> = {
  en: 'just now',
  it: 'proprio ora',
  de: 'gerade eben',
  es: 'ahora mismo',
  fr: 'à l’instant',
  cs: 'právě teď',
  no: 'akkurat nå',
  pl: 'przed chwilą',
  pt: 'agora mesmo',
}

const storageKey = 'vigilux.language'

export function supportedLanguage(tag: string | null | undefined): Language | undefined {
  const base = tag?.toLowerCase().split(/[-_]/)[0]
  const code = base === 'nb' || base === 'nn' ? 'no' : base
  return languages.find((language) => language === code)
}

/** The stored choice wins, then the first supported browser language, then English. */
export function resolveLanguage(storedLanguage: string | null, preferences: readonly string[]): Language {
  const candidates = [storedLanguage, ...preferences].map(supportedLanguage)
  return candidates.find((language) => language !== undefined) ?? 'en'
}

export function initialLanguage(): Language {
  return resolveLanguage(savedLanguage(), navigator.languages)
}

function savedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null // storage is blocked: the browser's languages decide
  }
}

export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // storage is blocked: the choice holds until the page is left
  }
}

/** The tag for `<html lang>`. */
export function htmlLanguage(language: Language): string {
  return language === 'no' ? 'nb' : language
}

/** The tag for Intl: British English and European Portuguese conventions. */
export function formatLocale(language: Language): string {
  return { en: 'en-GB', pt: 'pt-PT', no: 'nb' }[language as string] ?? language
}
