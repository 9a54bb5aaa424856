import type { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/i18n/i18n.ts'
import type { StateName } from '../../shared/status/states.ts'

export type SecurityTexts = ReturnType<typeof useTranslation<'accounts'>>['t']

/** The refusals searched most: anonymous callers, wrong passwords, and rate limits. */
export const securityKinds = ['PLANT_NOT_FOUND', 'NOT_ALLOWED', 'WRONG_EMAIL_OR_PASSWORD', 'TOO_MANY_REQUESTS'] as const

/** Changes of office accounts by the operator. */
const officeChanges = ['OFFICE_ADDED', 'OFFICE_INVITED', 'OFFICE_REMOVED'] as const

/** An event in words: a short name for the common ones, otherwise the text shown to the caller. */
export function securityEventText(t: SecurityTexts, code: string): string {
  const kind = [...securityKinds, ...officeChanges].find((name) => name === code)
  return kind ? t(`security.kinds.${kind}`) : (errorText('errors', code) ?? code)
}

export const securityStateOf = (kind: string): StateName => {
  if (kind === 'PLANT_NOT_FOUND' || kind === 'NOT_ALLOWED') return 'error'
  return officeChanges.some((name) => name === kind) ? 'ok' : 'warning'
}
