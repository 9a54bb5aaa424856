/** The modules that `web/words-plugin.ts` makes of the locale files. */
declare module 'virtual:words' {
  export const wordLoaders: import('./shared/i18n/i18n.ts').TextLoaders
}
