import { useMatches, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type PageEntry, type PageName, pageEntry, siteMap } from '../site-map.ts'

export type CurrentPage = { name: PageName; entry: PageEntry; params: Record<string, string | undefined> }

/** The page in the address; undefined for an unknown path. */
export function useCurrentPage(): CurrentPage | undefined {
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
  const params = useRouterState({
    select: (state) => (state.matches.at(-1)?.params ?? {}) as Record<string, string | undefined>,
  })
  return name ? { name, entry: pageEntry(name), params } : undefined
}

export function usePageTitle(name: PageName | undefined): string {
  const { t } = useTranslation(['shell', 'shared'])
  return name ? t(siteMap[name].title) : t('shared:noPage.title')
}
