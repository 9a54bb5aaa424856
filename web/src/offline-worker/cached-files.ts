/** A file stored on a device; its name differs between releases, or else its `revision`. */
export type CachedFile = {
  url: string
  revision: string | null
  /** Whether any page needs it to be drawn: these are stored before the worker starts. */
  isShell: boolean
}

/** Texts are in a folder of each language: `/assets/de/plant-1a2b3c4.js`. */
const languageOfFile = /^\/assets\/([a-z]{2})\//

/** Files stored on a device for a reader of `language`, without the texts of the eight others. */
export const filesForLanguage = (files: readonly CachedFile[], language: string): CachedFile[] =>
  files.filter(({ url }) => [undefined, language].includes(languageOfFile.exec(url)?.[1]))

/** From a page to its worker: store the page's loaded files, or all the rest. */
export type CacheRequest = { cache: 'loaded'; urls: readonly string[] } | { cache: 'rest' }
/** From the worker to its page: all files are stored. */
export type CacheAnswer = { cached: 'rest' }
