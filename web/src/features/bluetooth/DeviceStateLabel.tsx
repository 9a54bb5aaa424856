import { useTranslation } from 'react-i18next'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { deviceReasonText } from './device-reason.ts'
import { type Device, deviceState, deviceStates } from './device-state.ts'

/** A device's state in words; a device without validation shows the reason. */
export function DeviceStateLabel({ device, connected }: { device: Device; connected: boolean }) {
  const { t } = useTranslation('bluetooth')
  const state = deviceState(device, connected)
  const label =
    state === 'failed' && device.reason
      ? t('state.failedBecause', { reason: deviceReasonText(device.reason, t) })
      : t(`state.${state}`)
  return <StatusInline state={deviceStates[state]} cause={label} />
}
