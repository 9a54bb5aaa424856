import { useTranslation } from 'react-i18next'
import type { MenuLink } from './menu.ts'

/** The word of a menu entry or page title; which of the two groups it is in is part of the key. */
export function useMenuLabel(): (word: MenuLink['word']) => string {
  const { t } = useTranslation('shell')
  return t as (word: string) => string
}
