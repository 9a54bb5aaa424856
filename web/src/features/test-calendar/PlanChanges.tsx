import { keepPreviousData } from '@tanstack/react-query'
import type { PlanChange } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useTranslation } from 'react-i18next'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { type Column, pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import * as styles from './test-calendar.module.css'

const exportPageRows = 200

type Question = { year: number; plantId?: string }

const allChanges = (question: Question) =>
  allPages(async (page) => {
    const { changes: rows, total } = await call('getTestPlanChanges', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** Changes of a date, a period or a deferral, with author and old value; hidden when there are none. */
export function PlanChanges({ question }: { question: Question }) {
  const { t } = useTranslation('test-calendar')
  const columns = useChangeColumns(question.plantId !== undefined)
  const { whatOf, wordsOf, timeOf } = useChangeTexts()
  const [{ page }] = useTableState('p')
  const { changes, total } = useAnswer(
    'getTestPlanChanges',
    { ...question, page, pageSize },
    { placeholderData: keepPreviousData },
  )
  if (total === 0) return null
  return (
    <>
      <header className={styles.calendarListHead}>
        <h2>{t('changes.title')}</h2>
      </header>
      <DataTable
        name="test-plan-changes"
        param="p"
        label={t('changes.title')}
        rows={changes}
        rowKey={({ at, plant_id, cu, kind, field }) => `${at} ${plant_id} ${cu} ${kind} ${field}`}
        columns={columns}
        remote={{ total, searchable: false, exportRows: () => allChanges(question) }}
        listLine={(change) => ({
          title: change.unit,
          detail: whatOf(change),
          value: timeOf(change),
          more: (
            <p className="vx-quiet">
              {`${wordsOf(change, change.before)} → ${wordsOf(change, change.after)}`} {change.by}
            </p>
          ),
        })}
        empty={null}
      />
    </>
  )
}

function useChangeTexts() {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const language = useLanguage()
  const formats = ({ timezone }: PlanChange) => formatsFor(language, timezone)
  return {
    timeOf: (change: PlanChange) => formats(change).dateTime(change.at),
    whatOf: ({ kind, field }: PlanChange) => `${tTests(`kind.${kind}`)}: ${t(`changes.field.${field}`)}`,
    wordsOf: (change: PlanChange, value: string | null): string => {
      if (value === null) return tTests('schedule.unknown')
      if (change.field === 'set') return formats(change).dateTime(value)
      if (change.field === 'differito') return t(value === 'true' ? 'yes' : 'no')
      const period = (['1w', '4w', '3m', '6m', '12m'] as const).find((one) => one === value)
      return period ? tTests(`schedule.period.${period}`) : value
    },
  }
}

function useChangeColumns(isOfOnePlant: boolean): Column<PlanChange>[] {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const { whatOf, wordsOf, timeOf } = useChangeTexts()
  const column = (id: string, header: string, value: (change: PlanChange) => string): Column<PlanChange> => ({
    id,
    header,
    cell: value,
    value,
    sortable: false,
  })
  return [
    { ...column('at', t('changes.at'), ({ at }) => at), cell: timeOf, zone: ({ timezone }) => timezone },
    ...(isOfOnePlant
      ? []
      : [{ ...column('plant', t('word.plant'), ({ plantname }) => plantname), cut: true as const }]),
    { ...column('unit', tTests('word.unit'), ({ unit }) => unit), cut: true },
    column('what', t('changes.what'), whatOf),
    column('before', t('changes.before'), (change) => wordsOf(change, change.before)),
    column('after', t('changes.after'), (change) => wordsOf(change, change.after)),
    column('by', t('changes.by'), ({ by }) => by),
  ]
}
