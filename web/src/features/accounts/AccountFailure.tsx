import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'

type AccountFailureProps = {
  error: unknown
  /** The address tried by a signed-out person. */
  email?: string
  children?: ReactNode
}

/** A refusal, the waiting time if known, and the next step. */
export function AccountFailure({ error, email, children }: AccountFailureProps) {
  const { t } = useTranslation('accounts')
  const { duration } = useFormats()
  if (!error) return null
  const { code, details } = failureOf(error)
  const { retryAfterS } = (details ?? {}) as { retryAfterS?: number }
  return (
    <div>
      <FormFailure error={error} />
      {retryAfterS ? (
        <Text size="sm" mt={6}>
          {t('wait', { time: duration(retryAfterS * 1000) })}
        </Text>
      ) : null}
      {code === 'COMPANY_SIGN_IN_ONLY' && email !== undefined ? (
        <Text size="sm" mt={6}>
          <AppLink to={pathTo('loginNew', {}, { email: email.trim() })}>{t('company.toSignIn')}</AppLink>
        </Text>
      ) : null}
      {children}
    </div>
  )
}
