import type { ComponentType } from 'react'
import { codeOf, wordsOfPage } from './routes.tsx'
import { needWords } from './shared/i18n/i18n.ts'
import { type PageName, pageNames } from './site-map.ts'

type PageLoader = () => Promise<ComponentType>

const loaded = new Map<PageLoader, ComponentType>()

const loaderFor = (name: PageName): PageLoader => {
  const load = async () => {
    // Both at once: the words never wait for the code.
    const [page] = await Promise.all([codeOf(name), needWords(...wordsOfPage(name))])
    loaded.set(load, page)
    return page
  }
  return load
}

const loaders = Object.fromEntries(pageNames.map((name) => [name, loaderFor(name)])) as Record<PageName, PageLoader>

/** Brings the page behind a name, with its words; one that comes with a later release says what will be there. */
export const loaderOf = (name: PageName): PageLoader => loaders[name]

/** What the loader has brought already: such a page is drawn with the frame, without a step between. */
export const broughtBy = (load: PageLoader): ComponentType | undefined => loaded.get(load)
