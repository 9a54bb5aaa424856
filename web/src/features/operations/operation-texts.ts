import type { Operation, OperationStep } from '@vigilux/contract/features/operations/operation.ts'
import type { TFunction } from 'i18next'
import { refusalText } from '../../shared/i18n/i18n.ts'

/** "Assign groups · 0A1B2C"; an undo is marked as such. */
export function formatOperationTitle(operation: Operation, t: TFunction<'operations'>): string {
  const kind = t(`kind.${operation.kind}`)
  return operation.undoes ? t('undoOf', { kind }) : kind
}

/** Why a step was not done, in words. */
export function formatStepReason(
  { error, code, state }: Pick<OperationStep, 'error' | 'code' | 'state'>,
  t: TFunction<'operations'>,
): string {
  if (error === null) return t(`step.${state}`)
  const reason = refusalText(code)
  if (error === 'refused') return reason ? t('failed.refused', { reason }) : t('failed.refusedWithoutReason')
  return t(`failed.${error}`)
}

/** Why an operation did not do everything, in words. */
export function formatOperationReason({ error, code }: Operation, t: TFunction<'operations'>): string | undefined {
  if (error === null) return undefined
  const reason = refusalText(code)
  if (error === 'refused') return reason ? t('reason.refused', { reason }) : t('reason.refusedWithoutReason')
  return t(`reason.${error}`)
}
