import type { Language } from '../shared/i18n/languages.ts'

/** The control key as keyboards of the language name it. */
export const controlKeyOf = (language: Language): string => (language === 'de' ? 'Strg' : 'Ctrl')
