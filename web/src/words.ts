import type shared from './shared/locales/en.json'
import type shell from './shell/locales/en.json'

/** English is the type of the keys. A feature adds one line here, named as its folder. */
type Words = {
  shared: typeof shared
  shell: typeof shell
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shared'
    resources: Words
  }
}

/** One loader per file; the build gathers the files of a language into one chunk. */
export const wordLoaders = {
  ...import.meta.glob('./shared/locales/*.json', { import: 'default' }),
  ...import.meta.glob('./shell/locales/*.json', { import: 'default' }),
  ...import.meta.glob('./features/*/locales/*.json', { import: 'default' }),
}
