/**
 * The words of the client lie in files by feature and come in sets, each one fetch per language: those that every page may
 * show, those of the pages about people and their plants, and those of the pages of a plant.
 */
export const wordSets = ['everywhere', 'people', 'plant'] as const
export type WordSet = (typeof wordSets)[number]

const setOfNamespace: Readonly<Record<string, WordSet>> = {
  shell: 'everywhere',
  shared: 'everywhere',
  accounts: 'people',
  members: 'people',
  plants: 'people',
}

/** The set of a namespace, which is the folder above `locales`. */
export const wordSetOf = (namespace: string): WordSet => setOfNamespace[namespace] ?? 'plant'

/**
 * Groups of words by a code that may come to any page. Each feature has those of its own codes in its own file; they are
 * gathered under one namespace, which comes with the words of every page.
 */
export const codeGroups = ['errors', 'commandNames', 'unitRefusals'] as const
export const codeNamespace = 'codes'
