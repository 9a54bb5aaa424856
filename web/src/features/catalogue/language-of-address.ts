import { useEffect, useRef } from 'react'
import { showLanguage, useLanguage } from '../../shared/i18n/i18n.ts'
import { supportedLanguage } from '../../shared/i18n/languages.ts'
import { useSearchParams } from '../../shared/search-params.ts'

/**
 * Shows the language that the address names, and names there the one that is chosen: a link to a public page is read by the
 * next person as it was by this one. What the reader's own browser prefers stays as it is.
 */
export function useLanguageOfAddress(): void {
  const [search, setSearch] = useSearchParams()
  const language = useLanguage()
  const asked = supportedLanguage(search.lang)
  const seen = useRef<{ asked: typeof asked; language: typeof language } | null>(null)
  useEffect(() => {
    const before = seen.current
    seen.current = { asked, language }
    if (asked && asked !== language && asked !== before?.asked) void showLanguage(asked).catch(() => undefined)
    else if (before && before.language !== language && asked !== language) setSearch({ lang: language })
  }, [asked, language, setSearch])
}
