import { operatorAddress, type SecurityEvent } from '@vigilux/contract/features/audit/audit.actions.ts'
import type { useTranslation } from 'react-i18next'
import { auditTexts, errorText } from '../../shared/i18n/i18n.ts'
import type { StateName } from '../../shared/status/states.ts'

export type SecurityTexts = ReturnType<typeof useTranslation<'accounts'>>['t']

/** The refusals searched most: anonymous callers, wrong passwords, and rate limits. */
export const securityKinds = ['PLANT_NOT_FOUND', 'NOT_ALLOWED', 'WRONG_EMAIL_OR_PASSWORD', 'TOO_MANY_REQUESTS'] as const

/** Changes of office accounts by the operator. */
const officeChanges = ['OFFICE_ADDED', 'OFFICE_INVITED', 'OFFICE_REMOVED'] as const

const isOfficeChange = (kind: string): boolean => officeChanges.some((name) => name === kind)

/** An event in words: a short name for the common ones, otherwise the text shown to the caller. */
export function securityEventText(t: SecurityTexts, code: string): string {
  const kind = [...securityKinds, ...officeChanges].find((name) => name === code)
  return kind ? t(`security.kinds.${kind}`) : (errorText('errors', code) ?? code)
}

export const securityStateOf = (kind: string): StateName => {
  if (kind === 'PLANT_NOT_FOUND' || kind === 'NOT_ALLOWED') return 'error'
  return isOfficeChange(kind) ? 'ok' : 'warning'
}

/** The tried action in the words of the audit, which has none for reads; an operator's change is its own kind. */
export function securityActionText(t: SecurityTexts, { action, kind }: SecurityEvent): string {
  const words = auditTexts('accountWords')[action] ?? auditTexts('actionWords')[action]
  if (words) return words
  if (isOfficeChange(kind)) return '–'
  return action.startsWith('get') ? t('security.read') : action
}

export const securityAddressText = (t: SecurityTexts, { address }: SecurityEvent): string =>
  address === operatorAddress ? t('security.operator') : address
