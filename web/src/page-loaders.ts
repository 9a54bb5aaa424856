import type { ComponentType } from 'react'
import { loadPageCode, textBundlesOfPage } from './routes.tsx'
import { loadTextBundles } from './shared/i18n/i18n.ts'
import { type PageName, pageNames } from './site-map.ts'

type PageLoader = () => Promise<ComponentType>

const loadedPages = new Map<PageLoader, ComponentType>()

const createLoader = (name: PageName): PageLoader => {
  const load = async () => {
    // Both at once: the words never wait for the code.
    const [page] = await Promise.all([loadPageCode(name), loadTextBundles(...textBundlesOfPage(name))])
    loadedPages.set(load, page)
    return page
  }
  return load
}

const loaders = Object.fromEntries(pageNames.map((name) => [name, createLoader(name)])) as Record<PageName, PageLoader>

/** Loads the page behind a name, with its words; a page of a later release is announced there. */
export const getLoader = (name: PageName): PageLoader => loaders[name]

/** Already loaded pages: they are drawn with the frame at once. */
export const findLoadedPage = (load: PageLoader): ComponentType | undefined => loadedPages.get(load)
