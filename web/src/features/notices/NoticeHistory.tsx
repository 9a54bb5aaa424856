import { IconBell } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { deliveryStates, type NoticeDelivery } from '@vigilux/contract/features/notices/notice.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { DeliveryState } from './DeliveryState.tsx'
import { historyColumns } from './history-columns.tsx'
import { useNoticeAbout } from './notice-about.ts'
import * as styles from './notices.module.css'

const exportPageRows = 1000

type Question = Pick<ActionInput<'getNoticeHistory'>, 'plantId' | 'search' | 'state'>

const allDeliveries = (question: Question) =>
  allPages(async (page) => {
    const { deliveries: rows, total } = await call('getNoticeHistory', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** The plant's notice history, live: all receivers for administrators, otherwise the own notices. */
export function NoticeHistory({ plant }: { plant: PlantDetails['plant'] }) {
  const { t } = useTranslation('notices')
  const [{ page, search, chip }] = useTableState()
  const state = deliveryStates.find((name) => name === chip)
  const showsAllPeople = roleMay(plant.role, 'plant.administer')
  const question: Question = { plantId: plant.plant_id, search: search.slice(0, 80), ...(state && { state }) }
  return (
    <section className={styles.noticeHistory}>
      <h2>{t('history.title')}</h2>
      <p>{t(showsAllPeople ? 'history.all' : 'history.own')}</p>
      <AnswerBoundary>
        <Deliveries question={question} page={page} ofAll={showsAllPeople} timeZone={plant.timezone} />
      </AnswerBoundary>
    </section>
  )
}

type DeliveriesProps = { question: Question; page: number; ofAll: boolean; timeZone: string }

function Deliveries({ question, page, ofAll, timeZone }: DeliveriesProps) {
  const { t } = useTranslation('notices')
  const { deliveries, total, counts } = useAnswer(
    'getNoticeHistory',
    { ...question, page, pageSize },
    { placeholderData: keepPreviousData },
  )
  const { dateTime } = useFormats(timeZone)
  const describeTarget = useNoticeAbout()
  const nameOf = ({ person }: NoticeDelivery) => person.name || t('history.former')
  return (
    <DataTable
      name="notices"
      label={t('history.title')}
      rows={deliveries}
      columns={historyColumns({ t, aboutOf: describeTarget, nameOf, ofAll, timeZone })}
      rowKey={({ id }) => id}
      twoLines
      searchPlaceholder={t('word.person')}
      chips={deliveryStates.map((id) => ({
        id,
        label: t(`state.${id}`),
        count: counts[id],
        fits: (delivery: NoticeDelivery) => delivery.state === id,
      }))}
      listLine={(delivery) => ({
        title: t(`name.${delivery.kind}`),
        detail: [describeTarget(delivery), ofAll ? nameOf(delivery) : ''].filter(Boolean).join(' · '),
        value: dateTime(delivery.at),
        more: (
          <>
            {delivery.escalation ? <div>{t('history.step', delivery.escalation)}</div> : null}
            {delivery.urgent ? <div>{t('history.urgent')}</div> : null}
            <DeliveryState delivery={delivery} timeZone={timeZone} />
          </>
        ),
      })}
      remote={{
        total,
        all: deliveryStates.reduce((sum, id) => sum + counts[id], 0),
        ...(ofAll ? {} : { searchable: false }),
        exportRows: () => allDeliveries(question),
      }}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconBell} title={t('history.noneTitle')}>
            {t('history.noneText')}
          </EmptyState>
        </div>
      }
    />
  )
}
