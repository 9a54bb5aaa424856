import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { tokenScopes } from '@vigilux/contract/kernel/token-scopes.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'

/** Scopes and plants of a token, in words. */
export function useTokenTexts() {
  const { t } = useTranslation('access-tokens')
  const { list } = useFormats()
  const language = useLanguage()
  /** In the middle of a list; German writes nouns with a capital letter there too. */
  const lowerCase = (text: string) => (language === 'de' ? text : text.toLocaleLowerCase(formatLocale(language)))
  /** "Read, operate". */
  const scopesText = ({ scopes }: Pick<AccessToken, 'scopes'>): string =>
    tokenScopes
      .filter((scope) => scopes.includes(scope))
      .map((scope, at) => (at === 0 ? t(`scope.${scope}`) : lowerCase(t(`scope.${scope}`))))
      .join(', ')
  const plantsText = ({ plants }: Pick<AccessToken, 'plants'>): string => {
    if (plants === null) return t('word.allMyPlants')
    return plants.length === 0 ? t('noPlants') : list(plants.map(({ name }) => name))
  }
  return { scopesText, plantsText }
}
