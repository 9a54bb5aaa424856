import type { NoticeDelivery } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'

/** What came back of a notice: "delivered" is not ours to say, only that the other side took it. */
export function DeliveryState({ delivery, timeZone }: { delivery: NoticeDelivery; timeZone: string }) {
  const { t } = useTranslation('notices')
  const { dateTime } = useFormats(timeZone)
  const { state, stateAt, tries, answer } = delivery
  const time = dateTime(stateAt)
  if (state === 'taken') return <StatusInline state="ok" cause={t('said.taken', { time })} />
  if (state === 'refused') return <StatusInline state="error" cause={t('said.refused', { answer })} />
  if (state === 'handed' && tries > 0) return <StatusInline state="warning" cause={t('said.again', { answer })} />
  return <span>{state === 'handed' ? t('state.handed') : t(`said.${state}`, { time })}</span>
}
