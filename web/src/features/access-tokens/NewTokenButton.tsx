import { IconPlus } from '@tabler/icons-react'
import { maxTokensPerMaker } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'

type NewTokenButtonProps = {
  /** Valid tokens of the person in this list; those of other lists count too, so the server may refuse earlier. */
  ownTokens: number
  blockedReason?: string | undefined
  onClick: () => void
}

/** Opens the form of a new token, or says why there can be no further one. */
export function NewTokenButton({ ownTokens, blockedReason, onClick }: NewTokenButtonProps) {
  const { t } = useTranslation('access-tokens')
  const limitReason = ownTokens >= maxTokensPerMaker ? t('limit', { limit: maxTokensPerMaker }) : undefined
  return (
    <ReasonButton
      blockedReason={blockedReason ?? limitReason}
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={onClick}
    >
      {t('new')}
    </ReasonButton>
  )
}
