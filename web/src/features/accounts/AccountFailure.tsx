import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureOf } from '../../shared/api/api-failure.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'

/** A refusal, how long to wait where that is known, and what to do next. */
export function AccountFailure({ error, children }: { error: unknown; children?: ReactNode }) {
  const { t } = useTranslation('accounts')
  const { duration } = useFormats()
  if (!error) return null
  const { retryAfterS } = (failureOf(error).details ?? {}) as { retryAfterS?: number }
  return (
    <div className="vx-account-failure">
      <FormFailure error={error} />
      {retryAfterS ? (
        <Text size="sm" mt={6}>
          {t('wait', { time: duration(retryAfterS * 1000) })}
        </Text>
      ) : null}
      {children}
    </div>
  )
}
