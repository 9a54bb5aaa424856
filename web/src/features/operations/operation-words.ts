import type { Operation } from '@vigilux/contract/features/operations/operation.ts'
import type { TFunction } from 'i18next'
import { refusalText } from '../../shared/i18n/i18n.ts'

/** "Assign groups · 0A1B2C"; an operation that takes another back says so. */
export function operationTitle(operation: Operation, t: TFunction<'operations'>): string {
  const kind = t(`kind.${operation.kind}`)
  return operation.undoes ? t('undoOf', { kind }) : kind
}

/** Why an operation did not do everything, in words. */
export function operationReason({ error, code }: Operation, t: TFunction<'operations'>): string | undefined {
  if (error === null) return undefined
  if (error === 'refused') return t('reason.refused', { reason: refusalText(code) ?? '–' })
  return t(`reason.${error}`)
}
