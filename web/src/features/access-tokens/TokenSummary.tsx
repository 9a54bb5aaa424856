import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { useTokenTexts } from './use-token-texts.ts'

type TokenSummaryProps = { accessToken: AccessToken; isOfPlant: boolean; timeZone: string }

/** The created token. */
export function TokenSummary({ accessToken, isOfPlant, timeZone }: TokenSummaryProps) {
  const { t } = useTranslation('access-tokens')
  const { day } = useFormats(timeZone)
  const { scopesText, plantsText } = useTokenTexts()
  return (
    <Facts
      entries={[
        [t('word.name'), accessToken.name],
        [t('column.scopes'), scopesText(accessToken)],
        ...(isOfPlant ? [] : [[t('word.plants'), plantsText(accessToken)] as const]),
        [t('column.validUntil'), day(accessToken.expiresAt)],
      ]}
    />
  )
}
