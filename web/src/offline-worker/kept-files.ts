/** A file that a device keeps; its name tells releases apart, or else `revision` does. */
export type KeptFile = { url: string; revision: string | null }

/** Words are in a folder of each language: `/assets/de/plant-1a2b3c4.js`. */
const languageIn = /^\/assets\/([a-z]{2})\//

/** What a device keeps whose person reads `language`: nobody needs the words of eight others in a basement. */
export const filesFor = (files: readonly KeptFile[], language: string): KeptFile[] =>
  files.filter(({ url }) => [undefined, language].includes(languageIn.exec(url)?.[1]))
