/** A notice as a browser shows it, with its page. */
export type ShownNotice = { title: string; body: string; path: string; tag: string; language: string }

const names = ['title', 'body', 'path', 'tag', 'language'] as const

/** Parses a push; undefined if it is no notice, or one leading out of the product. */
export const shownNotice = (payload: string | undefined): ShownNotice | undefined => {
  try {
    const found = JSON.parse(payload ?? '') as ShownNotice
    return names.every((name) => typeof found[name] === 'string') && found.path.startsWith('/') ? found : undefined
  } catch {
    return undefined
  }
}
