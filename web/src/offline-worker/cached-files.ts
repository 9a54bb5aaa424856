/** A file that a device stores; its name tells releases apart, or else `revision` does. */
export type CachedFile = {
  url: string
  revision: string | null
  /** Whether any page needs it to be drawn: these are stored before the worker starts. */
  isShell: boolean
}

/** Texts are in a folder of each language: `/assets/de/plant-1a2b3c4.js`. */
const languageOfFile = /^\/assets\/([a-z]{2})\//

/** Files that a device stores for a reader of `language`, without the texts of the eight others. */
export const filesForLanguage = (files: readonly CachedFile[], language: string): CachedFile[] =>
  files.filter(({ url }) => [undefined, language].includes(languageOfFile.exec(url)?.[1]))

/** From a page to its worker: store the files that the page has loaded, or all that are left. */
export type CacheRequest = { cache: 'loaded'; urls: readonly string[] } | { cache: 'rest' }
/** From the worker to its page: all files are stored. */
export type CacheAnswer = { cached: 'rest' }
