import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import { CalendarState, CalendarTime, useStateOf } from './CalendarState.tsx'
import type { CalendarRow } from './calendar-rows.ts'

type ListProps = {
  rows: readonly CalendarRow[]
  /** All rows belong to one plant, so that its column is hidden. */
  onePlant: boolean
  year: number
  day: string | undefined
  onAll: () => void
}

/** Link of a test: its results, or the unit with its schedule. */
export const pathOfRow = ({ plantId, cu, test }: CalendarRow): string =>
  test
    ? pathTo('plantReport', { plantId }, { tab: 'results', test: test.id })
    : pathTo('unit', { plantId, unit: cu, tab: 'tests' })

/** The tests of the year, or of the selected day. */
export function CalendarList({ rows, onePlant, year, day, onAll }: ListProps) {
  const { t } = useTranslation('test-calendar')
  const language = useLanguage()
  const navigateTo = useNavigateTo()
  const columns = useCalendarColumns(onePlant)
  const title = day ? formatsFor(language, 'UTC').day(day) : t('yearOf', { year: String(year) })
  return (
    <>
      <header className="vx-calendar-list-head">
        <h2>{title}</h2>
        {day ? (
          <Button variant="subtle" onClick={onAll}>
            {t('allDays')}
          </Button>
        ) : null}
      </header>
      <DataTable
        name="test-calendar"
        param="c"
        label={title}
        rows={rows}
        rowKey={({ key }) => key}
        columns={columns}
        searchText={({ plantname, cuId, description }) => `${plantname} ${cuId} ${description}`}
        searchPlaceholder={t('search')}
        defaultSort={{ column: 'at', descending: false }}
        onOpen={(row) => navigateTo(pathOfRow(row))}
        listLine={(row) => ({
          title: row.cuId,
          state: <CalendarState row={row} />,
          detail: row.description,
          value: <CalendarTime row={row} />,
        })}
        empty={
          <div className="vx-card">
            <EmptyState icon={IconCalendarTime} title={t('none.title')}>
              {t('none.text')}
            </EmptyState>
          </div>
        }
      />
    </>
  )
}

function useCalendarColumns(onePlant: boolean): Column<CalendarRow>[] {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const stateOf = useStateOf()
  const plant: Column<CalendarRow> = {
    id: 'plant',
    header: t('column.plant'),
    cell: ({ plantname }) => plantname,
    value: ({ plantname }) => plantname,
    cut: true,
  }
  return [
    {
      id: 'at',
      header: t('column.date'),
      cell: (row) => <CalendarTime row={row} />,
      value: ({ at }) => at,
      ...(!onePlant && { zone: ({ timezone }: CalendarRow) => timezone }),
    },
    ...(onePlant ? [] : [plant]),
    { id: 'unit', header: tTests('schedule.unit'), cell: ({ cuId }) => cuId, value: ({ cuId }) => cuId },
    {
      id: 'description',
      header: tTests('schedule.description'),
      cell: ({ description }) => description,
      value: ({ description }) => description,
      cut: true,
    },
    {
      id: 'kind',
      header: t('column.kind'),
      cell: ({ kind }) => tTests(`kind.${kind}`),
      value: ({ kind }) => tTests(`kind.${kind}`),
    },
    { id: 'state', header: t('column.state'), cell: (row) => <CalendarState row={row} />, value: stateOf },
  ]
}
