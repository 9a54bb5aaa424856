import type { ListedUser } from '@vigilux/contract/features/accounts/account.ts'
import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'

type VatNoteProps = { user: Pick<ListedUser, 'vatCheck'> }

/** A warning about a VAT number that is wrong, missing or not checked; the office decides all the same. */
export function VatWarning({ user: { vatCheck } }: VatNoteProps) {
  const { t } = useTranslation('accounts')
  return vatCheck === null || vatCheck === 'valid' ? null : (
    <StatusInline state="warning" cause={t(`vat.${vatCheck}`)} />
  )
}

/** The check of a VAT number, which asks no register. */
export function VatNote({ user }: VatNoteProps) {
  const { t } = useTranslation('accounts')
  return user.vatCheck === 'valid' ? t('vat.valid') : <VatWarning user={user} />
}
