import { IconEye } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { OfficeVisit } from '@vigilux/contract/features/audit/audit.actions.ts'
import { adminScopes } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { TimeText } from '../../shared/format/RelativeTime.tsx'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { type Column, pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'

const exportPageRows = 1000

type Question = Pick<ActionInput<'getAccessLog'>, 'plantId' | 'search' | 'scope'>

const allVisits = (question: Question) =>
  allPages(async (page) => {
    const { visits: rows, total } = await call('getAccessLog', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** Visits of the office to the plant, by hour; newest first. Immutable. */
export function VisitsTab({ plant }: { plant: PlantDetails['plant'] }) {
  const [{ page, search, chip }] = useTableState()
  const scope = adminScopes.find((name) => name === chip)
  const question: Question = { plantId: plant.plant_id, search: search.slice(0, 80), ...(scope ? { scope } : {}) }
  return (
    <AnswerBoundary>
      <Visits question={question} page={page} timeZone={plant.timezone} />
    </AnswerBoundary>
  )
}

type VisitsProps = { question: Question; page: number; timeZone: string }

function Visits({ question, page, timeZone }: VisitsProps) {
  const { t } = useTranslation('plants')
  const { visits, total } = useAnswer(
    'getAccessLog',
    { ...question, page, pageSize },
    { placeholderData: keepPreviousData },
  )
  const { dateTime } = useFormats(timeZone)
  const officeOf = (visit: OfficeVisit) => (visit.scope ? t(`visits.${visit.scope}`) : '')
  return (
    <DataTable
      name="visits"
      label={t('plantSettings.tab.visits')}
      rows={visits}
      columns={columnsOf(t, timeZone, officeOf)}
      rowKey={({ at, userid }) => `${at} ${userid}`}
      searchPlaceholder={t('visits.search')}
      chips={adminScopes.map((name) => ({
        id: name,
        label: t(`visits.${name}`),
        fits: (visit: OfficeVisit) => visit.scope === name,
      }))}
      listLine={(visit) => ({ title: visit.name, detail: officeOf(visit), value: dateTime(visit.at) })}
      remote={{ total, exportRows: () => allVisits(question) }}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconEye} title={t('visits.emptyTitle')}>
            {t('visits.emptyText')}
          </EmptyState>
        </div>
      }
    />
  )
}

type Texts = ReturnType<typeof useTranslation<'plants'>>['t']

function columnsOf(t: Texts, timeZone: string, officeOf: (visit: OfficeVisit) => string): Column<OfficeVisit>[] {
  return [
    {
      id: 'at',
      header: t('visits.at'),
      width: 190,
      sortable: false,
      value: ({ at }) => at,
      cell: ({ at }) => <TimeText at={at} timeZone={timeZone} />,
    },
    {
      id: 'name',
      header: t('visits.who'),
      sortable: false,
      value: ({ name }) => name,
      cell: ({ name }) => <b>{name}</b>,
    },
    { id: 'scope', header: t('visits.office'), sortable: false, value: officeOf, cell: officeOf },
  ]
}
