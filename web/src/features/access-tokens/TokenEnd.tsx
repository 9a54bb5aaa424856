import type { AccessToken } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import * as styles from './access-tokens.module.css'
import { distanceText, endOf, stateOf } from './token-state.ts'

type TokenEndProps = { token: AccessToken; timeZone: string; now: number }

/** Until when a token is valid, or when and why it ended. */
export function TokenEnd({ token, timeZone, now }: TokenEndProps) {
  const { t } = useTranslation('access-tokens')
  const { date, full } = useFormats(timeZone)
  const language = useLanguage()
  const end = endOf(token, now)
  const at = end?.at ?? token.expiresAt
  return (
    <span className={styles.tokenLines} data-soon={stateOf(token, now) === 'endsSoon' || undefined}>
      <time dateTime={at} title={full(at)}>
        {end ? t('ended', { date: date(at) }) : date(at)}
      </time>
      <span>{end ? t(`end.${end.reason}`) : distanceText(at, now, language)}</span>
    </span>
  )
}

/** Whether a token is valid, in a word. */
export function TokenState({ token, now }: { token: AccessToken; now: number }) {
  const { t } = useTranslation('access-tokens')
  const state = stateOf(token, now)
  if (state === 'ended') return <span data-ended>{t('state.ended')}</span>
  return <StatusInline state={state === 'valid' ? 'ok' : 'warning'} cause={t(`state.${state}`)} />
}
