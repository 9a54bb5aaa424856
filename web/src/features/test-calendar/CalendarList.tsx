import { ActionIcon, Button } from '@mantine/core'
import { IconCalendarTime, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addMonths } from '@vigilux/contract/features/compliance/plant-day.ts'
import type { CalendarTest } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useTranslation } from 'react-i18next'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { type Column, pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { pathTo } from '../../site-map.ts'
import { CalendarState, CalendarTime, useStateOf } from './CalendarState.tsx'
import { firstMonth, formatMonth, lastMonth } from './calendar-months.ts'
import * as styles from './test-calendar.module.css'
import { keyOfTest, type MonthQuestion, useTestMonth } from './use-calendar.ts'

/** Rows of a page of the export: the server's maximum. */
const exportPageRows = 200

type ListProps = {
  /** Month, and the day of it if one is chosen. */
  question: MonthQuestion
  /** The chosen day as text. */
  day: string | undefined
  onMonth: (month: string) => void
}

/** Link of a test: its results, or the unit with its schedule. */
export const pathOfTest = ({ plant_id: plantId, cu, test }: CalendarTest): string =>
  test
    ? pathTo('plantReport', { plantId }, { tab: 'results', test: test.id })
    : pathTo('unit', { plantId, unit: cu, tab: 'tests' })

const allTests = (question: MonthQuestion) =>
  allPages(async (page) => {
    const { tests: rows, total } = await call('getTestMonth', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** The tests of a month, or of the chosen day. */
export function CalendarList({ question, day, onMonth }: ListProps) {
  const { t } = useTranslation('test-calendar')
  const language = useLanguage()
  const { month } = question
  const { day: formatDay } = formatsFor(language, 'UTC')
  const title = day ? formatDay(day) : formatMonth(language, month)
  const monthAfter = (months: number) => addMonths(`${month}-01`, months).slice(0, 7)
  return (
    <>
      <header className={styles.calendarListHead}>
        <h2>{title}</h2>
        {day ? (
          <Button variant="subtle" onClick={() => onMonth(month)}>
            {t('allDays')}
          </Button>
        ) : (
          <span className={`${styles.calendarMonthSteps} vx-no-print`}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('date.previousMonth')}
              disabled={month <= firstMonth}
              onClick={() => onMonth(monthAfter(-1))}
            >
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('date.nextMonth')}
              disabled={month >= lastMonth}
              onClick={() => onMonth(monthAfter(1))}
            >
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </span>
        )}
      </header>
      <AnswerBoundary>
        <MonthTable question={question} title={title} />
      </AnswerBoundary>
    </>
  )
}

function MonthTable({ question, title }: { question: MonthQuestion; title: string }) {
  const { t } = useTranslation('test-calendar')
  const navigateTo = useNavigateTo()
  const [{ page, search }] = useTableState('c')
  const columns = useCalendarColumns(question.plantId !== undefined)
  const { tests, total } = useTestMonth({ ...question, search, page, pageSize })
  return (
    <DataTable
      name="test-calendar"
      param="c"
      label={title}
      rows={tests}
      rowKey={keyOfTest}
      columns={columns}
      searchPlaceholder={t('search')}
      onOpen={(row) => navigateTo(pathOfTest(row))}
      listLine={(row) => ({
        title: row.cu_id,
        state: <CalendarState row={row} />,
        detail: row.description,
        value: <CalendarTime row={row} />,
      })}
      remote={{ total, exportRows: () => allTests({ ...question, search }) }}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconCalendarTime} title={t('none.title')}>
            {t('none.text')}
          </EmptyState>
        </div>
      }
    />
  )
}

function useCalendarColumns(onePlant: boolean): Column<CalendarTest>[] {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const stateOf = useStateOf()
  const plant: Column<CalendarTest> = {
    id: 'plant',
    header: t('word.plant'),
    cell: ({ plantname }) => plantname,
    value: ({ plantname }) => plantname,
    sortable: false,
    cut: true,
  }
  return [
    {
      id: 'at',
      header: t('column.date'),
      cell: (row) => <CalendarTime row={row} />,
      value: ({ at }) => at,
      sortable: false,
      ...(!onePlant && { zone: ({ timezone }: CalendarTest) => timezone }),
    },
    ...(onePlant ? [] : [plant]),
    {
      id: 'unit',
      header: tTests('word.unit'),
      cell: ({ cu_id }) => cu_id,
      value: ({ cu_id }) => cu_id,
      sortable: false,
    },
    {
      id: 'description',
      header: tTests('word.description'),
      cell: ({ description }) => description,
      value: ({ description }) => description,
      sortable: false,
      cut: true,
    },
    {
      id: 'kind',
      header: t('word.test'),
      cell: ({ kind }) => tTests(`kind.${kind}`),
      value: ({ kind }) => tTests(`kind.${kind}`),
      sortable: false,
    },
    {
      id: 'state',
      header: t('word.state'),
      cell: (row) => <CalendarState row={row} />,
      value: stateOf,
      sortable: false,
    },
  ]
}
