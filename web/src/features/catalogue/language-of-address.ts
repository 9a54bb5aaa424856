import { useEffect, useRef } from 'react'
import { showLanguage, useLanguage } from '../../shared/i18n/i18n.ts'
import { supportedLanguage } from '../../shared/i18n/languages.ts'
import { useSearchParams } from '../../shared/search-params.ts'

/**
 * Shows the language named in the address, and writes a chosen language there, so that a shared link keeps it. The reader's
 * stored preference stays unchanged.
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
