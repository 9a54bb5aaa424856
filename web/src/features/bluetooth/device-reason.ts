import type { bluetoothKinds } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { TFunction } from 'i18next'

/** Why a gateway could not validate a device: known codes are put into words, other texts are shown as they are. */
export function deviceReasonText(reason: string, t: TFunction<'bluetooth'>): string {
  if (reason === 'out of sight') return t('reason.outOfSight')
  if (reason === 'held by another gateway') return t('reason.held')
  const [, kind, serial] = /^is (lamp|sensor|relay|unknown) (\S+)$/.exec(reason) ?? []
  if (!kind) return reason
  return t('reason.is', { what: `${t(`kind.${kind as (typeof bluetoothKinds)[number]}`)} ${serial}` })
}
