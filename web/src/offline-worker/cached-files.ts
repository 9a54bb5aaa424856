/** A file that a device keeps; its name tells releases apart, or else `revision` does. */
export type CachedFile = { url: string; revision: string | null }

/** Words are in a folder of each language: `/assets/de/plant-1a2b3c4.js`. */
const languageOfFile = /^\/assets\/([a-z]{2})\//

/** What a device keeps whose person reads `language`: nobody needs the words of eight others in a basement. */
export const filesForLanguage = (files: readonly CachedFile[], language: string): CachedFile[] =>
  files.filter(({ url }) => [undefined, language].includes(languageOfFile.exec(url)?.[1]))
