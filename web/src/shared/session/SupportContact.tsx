import { useTranslation } from 'react-i18next'
import { useAnswer } from '../api/use-answer.ts'

/** E-mail address, and the operator's phone number if there is one. */
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
