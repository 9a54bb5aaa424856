/** The modules made by `web/words-plugin.ts` from the locale files. */
declare module 'virtual:words' {
  export const wordLoaders: import('./shared/i18n/i18n.ts').TextLoaders
}
