import type { NoticeDelivery } from '@vigilux/contract/features/notices/notice.ts'
import type { TFunction } from 'i18next'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import type { Column } from '../../shared/table/table-model.ts'
import { DeliveryState } from './DeliveryState.tsx'

type Texts = {
  t: TFunction<'notices'>
  aboutOf: (delivery: NoticeDelivery) => string
  nameOf: (delivery: NoticeDelivery) => string
  /** Covers all members; otherwise the receiver is not shown. */
  ofAll: boolean
  timeZone: string
}

export const historyColumns = ({ t, aboutOf, nameOf, ofAll, timeZone }: Texts): Column<NoticeDelivery>[] => {
  const personColumn: Column<NoticeDelivery> = {
    id: 'who',
    header: t('history.who'),
    width: 150,
    cut: true,
    sortable: false,
    value: nameOf,
    cell: nameOf,
  }
  const stepOf = ({ escalation, urgent }: NoticeDelivery) =>
    escalation ? t('history.step', escalation) : urgent ? t('history.urgent') : ''
  return [
    {
      id: 'at',
      header: t('word.when'),
      width: 150,
      sortable: false,
      value: ({ at }) => at,
      cell: ({ at }) => <TimeText at={at} timeZone={timeZone} />,
    },
    {
      id: 'what',
      header: t('word.what'),
      sortable: false,
      value: (delivery) =>
        [t(`name.${delivery.kind}`), aboutOf(delivery), stepOf(delivery)].filter(Boolean).join(' · '),
      cell: (delivery) => (
        <span className={tableStyles.twoLines}>
          <b>{t(`name.${delivery.kind}`)}</b>
          <span>{[aboutOf(delivery), stepOf(delivery)].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    ...(ofAll ? [personColumn] : []),
    {
      id: 'channel',
      header: t('history.channel'),
      width: 90,
      sortable: false,
      value: ({ channel }) => t(`channel.${channel}`),
      cell: ({ channel }) => t(`channel.${channel}`),
    },
    {
      id: 'state',
      header: t('history.state'),
      sortable: false,
      value: ({ state, answer }) => [t(`state.${state}`), answer ?? ''].filter(Boolean).join(': '),
      cell: (delivery) => <DeliveryState delivery={delivery} timeZone={timeZone} />,
    },
  ]
}
