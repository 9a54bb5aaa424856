import { useTranslation } from 'react-i18next'
import type { MenuLink } from './menu.ts'

/** The text of a menu entry or page title; the key includes its group. */
export function useMenuLabel(): (menuWord: MenuLink['word']) => string {
  const { t } = useTranslation('shell')
  return t as (word: string) => string
}
