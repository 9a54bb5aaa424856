import { useTranslation } from 'react-i18next'
import { useAction } from '../api/use-action.ts'

/** E-mail, and the phone where the operator gives one. */
export function SupportContact() {
  const { t } = useTranslation('shared')
  const support = useAction('getUserInfos', {}).data?.user.support
  if (!support) return null
  return (
    <p>
      {t('supportContact')} <a href={`mailto:${support.email}`}>{support.email}</a>
      {support.phone ? (
        <>
          {' · '}
          <a href={`tel:${support.phone.replaceAll(/[^+\d]/g, '')}`}>{support.phone}</a>
        </>
      ) : null}
    </p>
  )
}
