import type { NoticeDelivery } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'

/** The outcome of a delivery: the platform only knows its acceptance by the other side, not the delivery itself. */
export function DeliveryState({ delivery, timeZone }: { delivery: NoticeDelivery; timeZone: string }) {
  const { t } = useTranslation('notices')
  const { dateTime } = useFormats(timeZone)
  const { state, stateAt, tries, answer } = delivery
  const time = dateTime(stateAt)
  if (state === 'taken') return <StatusInline state="ok" cause={t('deliveryText.taken', { time })} />
  if (state === 'refused') return <StatusInline state="error" cause={t('deliveryText.refused', { answer })} />
  if (state === 'handed' && tries > 0)
    return <StatusInline state="warning" cause={t('deliveryText.again', { answer })} />
  return <span>{state === 'handed' ? t('state.handed') : t(`deliveryText.${state}`, { time })}</span>
}
