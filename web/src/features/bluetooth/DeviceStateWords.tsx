import type { bluetoothKinds } from '@vigilux/contract/features/central-units/unit-detail.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { type Device, deviceState, deviceStates } from './device-state.ts'

/** Why a gateway could not validate a device: what it says in a fixed form is put into words, the rest is shown as it is. */
function reasonWords(reason: string, t: TFunction<'bluetooth'>): string {
  if (reason === 'out of sight') return t('reason.outOfSight')
  const [, kind, serial] = /^is (lamp|sensor|relay|unknown) (\S+)$/.exec(reason) ?? []
  if (!kind) return reason
  return t('reason.is', { what: `${t(`kind.${kind as (typeof bluetoothKinds)[number]}`)} ${serial}` })
}

/** What a device is worth, in words; one that was not validated says why. */
export function DeviceStateWords({ device, connected }: { device: Device; connected: boolean }) {
  const { t } = useTranslation('bluetooth')
  const state = deviceState(device, connected)
  const words =
    state === 'failed' && device.reason
      ? t('state.failedBecause', { reason: reasonWords(device.reason, t) })
      : t(`state.${state}`)
  return <StatusInline state={deviceStates[state]} cause={words} />
}
