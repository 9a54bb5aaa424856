import { useEffect, useRef } from 'react'
import { showLanguage, useLanguage } from '../../shared/i18n/i18n.ts'
import { supportedLanguage } from '../../shared/i18n/languages.ts'
import { useSearchParams } from '../../shared/search-params.ts'

/**
 * Shows the language named in the address, and writes a chosen language there, to keep it in a shared link. The
 * reader's stored preference stays unchanged.
 */
export function useLanguageOfAddress(): void {
  const [search, setSearch] = useSearchParams()
  const language = useLanguage()
  const requestedLanguage = supportedLanguage(search.lang)
  const previousLanguages = useRef<{ asked: typeof requestedLanguage; language: typeof language } | null>(null)
  useEffect(() => {
    const previous = previousLanguages.current
    previousLanguages.current = { asked: requestedLanguage, language }
    if (requestedLanguage && requestedLanguage !== language && requestedLanguage !== previous?.asked)
      void showLanguage(requestedLanguage).catch(() => undefined)
    else if (previous && previous.language !== language && requestedLanguage !== language) setSearch({ lang: language })
  }, [requestedLanguage, language, setSearch])
}
