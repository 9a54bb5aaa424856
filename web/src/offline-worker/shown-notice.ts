/** A notice as a browser shows it, and the page that it opens. */
export type ShownNotice = { title: string; body: string; path: string; tag: string; language: string }

const names = ['title', 'body', 'path', 'tag', 'language'] as const

/** Makes sense of what a push brings; undefined where that is no notice, or one that would lead out of the product. */
export const shownNotice = (payload: string | undefined): ShownNotice | undefined => {
  try {
    const found = JSON.parse(payload ?? '') as ShownNotice
    return names.every((name) => typeof found[name] === 'string') && found.path.startsWith('/') ? found : undefined
  } catch {
    return undefined
  }
}
