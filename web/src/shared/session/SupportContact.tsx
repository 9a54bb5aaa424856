import { useTranslation } from 'react-i18next'
import { useAnswer } from '../api/use-answer.ts'

/** E-mail, and the phone where the operator gives one. */
export function SupportContact() {
  const { t } = useTranslation('shared')
  const support = useAnswer('getUserInfos', {}).user.support
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
