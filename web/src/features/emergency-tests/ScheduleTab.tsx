import { IconCalendarTime } from '@tabler/icons-react'
import { deferredByDays } from '@vigilux/contract/features/central-units/test-schedule.ts'
import { testKinds } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { TimeText, useNow } from '../../shared/format/RelativeTime.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { tabPath } from '../central-units/index.ts'
import * as styles from './emergency-tests.module.css'
import { isOverdue, type Schedule, type ScheduleRow, useSchedules } from './schedule.ts'

/** The units' next tests, started by the unit or by the platform, earliest first. */
export function ScheduleTab() {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const { rows } = useSchedules()
  const columns = useScheduleColumns()
  return (
    <DataTable
      name="test-schedule"
      label={t('schedule.title')}
      rows={rows}
      rowKey={({ topic }) => topic}
      columns={columns}
      searchText={({ unit }) => `${unit.cu_id} ${unit.description} ${unit.cu_location}`}
      defaultSort={{ column: 'next', descending: false }}
      onOpen={({ topic }) => navigateTo(tabPath(plantId, topic, 'tests'))}
      listLine={(row) => ({
        title: row.unit.cu_id,
        detail: row.unit.description,
        more: <ScheduleLines row={row} />,
      })}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconCalendarTime} title={t('schedule.noneTitle')}>
            {t('schedule.noneText')}
          </EmptyState>
        </div>
      }
    />
  )
}

/** On a phone: the next test of each kind, with its period and whether it is deferred. */
function ScheduleLines({ row }: { row: ScheduleRow }) {
  const { t } = useTranslation('emergency-tests')
  return (
    <span className={styles.scheduleLines}>
      {testKinds.map((kind) => {
        const schedule = row[kind]
        const facts = [
          schedule?.period && t(`schedule.period.${schedule.period}`),
          schedule?.deferred && t('schedule.deferredYes'),
        ].filter(Boolean)
        return (
          <span key={kind}>
            <small>{t(`kind.${kind}`)}</small>
            <NextTest schedule={schedule} />
            <small>{facts.join(' · ')}</small>
          </span>
        )
      })}
    </span>
  )
}

/** Date of the next test, and whether the platform starts it; an overdue one is marked. */
export function NextTest({ schedule }: { schedule: Schedule | null }) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const now = useNow(60_000)
  if (!schedule?.next) return t('schedule.unknown')
  return (
    <span>
      <TimeText at={schedule.next} timeZone={plant.timezone} />
      {schedule.byPlatform ? <small className="vx-quiet"> {t('schedule.byVigilux')}</small> : null}
      {isOverdue(schedule, now) ? (
        <>
          {' '}
          <StatusInline state="warning" cause={t('schedule.overdue')} />
        </>
      ) : null}
    </span>
  )
}

function useScheduleColumns(): Column<ScheduleRow>[] {
  const { t } = useTranslation('emergency-tests')
  const period = (schedule: Schedule | null) =>
    schedule?.period ? t(`schedule.period.${schedule.period}`) : t('schedule.unknown')
  const formatDeferred = ({ functional, autonomy }: ScheduleRow) =>
    functional?.deferred || autonomy?.deferred ? t('schedule.deferredYes') : ''
  return [
    { id: 'unit', header: t('word.unit'), cell: ({ unit }) => unit.cu_id, value: ({ unit }) => unit.cu_id },
    {
      id: 'description',
      header: t('word.description'),
      cell: ({ unit }) => unit.description,
      value: ({ unit }) => unit.description,
      cut: true,
    },
    {
      id: 'next',
      header: t('kind.functional'),
      cell: ({ functional }) => <NextTest schedule={functional} />,
      value: ({ functional }) => functional?.next,
    },
    {
      id: 'functionalPeriod',
      header: t('schedule.every'),
      cell: ({ functional }) => period(functional),
      value: ({ functional }) => period(functional),
      sortable: false,
    },
    {
      id: 'autonomy',
      header: t('kind.autonomy'),
      cell: ({ autonomy }) => <NextTest schedule={autonomy} />,
      value: ({ autonomy }) => autonomy?.next,
    },
    {
      id: 'autonomyPeriod',
      header: t('schedule.every'),
      cell: ({ autonomy }) => period(autonomy),
      value: ({ autonomy }) => period(autonomy),
      sortable: false,
    },
    {
      id: 'deferred',
      header: t('schedule.deferred', { days: deferredByDays }),
      cell: formatDeferred,
      value: formatDeferred,
    },
  ]
}
