import type { PlanChange, TestCalendar } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'

type ChangesProps = { changes: readonly PlanChange[]; plants: TestCalendar['plants'] }

/** Changes of a date, a period or a deferral, with author and old value; hidden when there are none. */
export function PlanChanges({ changes, plants }: ChangesProps) {
  const { t } = useTranslation('test-calendar')
  const columns = useChangeColumns(plants)
  const { whatOf, wordsOf, timeOf } = useChangeTexts(plants)
  if (changes.length === 0) return null
  return (
    <>
      <header className="vx-calendar-list-head">
        <h2>{t('changes.title')}</h2>
      </header>
      <DataTable
        name="test-plan-changes"
        param="p"
        label={t('changes.title')}
        rows={changes}
        rowKey={({ at, plant_id, cu, kind, field }) => `${at} ${plant_id} ${cu} ${kind} ${field}`}
        columns={columns}
        searchText={({ unit, by }) => `${unit} ${by}`}
        defaultSort={{ column: 'at', descending: true }}
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

function useChangeTexts(plants: TestCalendar['plants']) {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const language = useLanguage()
  const zones = new Map(plants.map(({ plant_id, timezone }) => [plant_id, timezone]))
  const formats = ({ plant_id }: PlanChange) => formatsFor(language, zones.get(plant_id) ?? 'UTC')
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

function useChangeColumns(plants: TestCalendar['plants']): Column<PlanChange>[] {
  const { t } = useTranslation('test-calendar')
  const { t: tTests } = useTranslation('emergency-tests')
  const { whatOf, wordsOf, timeOf } = useChangeTexts(plants)
  const nameOf = ({ plant_id }: PlanChange) => plants.find((one) => one.plant_id === plant_id)?.plantname ?? ''
  const zoneOf = ({ plant_id }: PlanChange) => plants.find((one) => one.plant_id === plant_id)?.timezone ?? 'UTC'
  const plant: Column<PlanChange> = { id: 'plant', header: t('column.plant'), cell: nameOf, value: nameOf, cut: true }
  const formatBefore = (change: PlanChange) => wordsOf(change, change.before)
  const after = (change: PlanChange) => wordsOf(change, change.after)
  return [
    { id: 'at', header: t('changes.at'), cell: timeOf, value: ({ at }) => at, zone: zoneOf },
    ...(plants.length > 1 ? [plant] : []),
    { id: 'unit', header: tTests('schedule.unit'), cell: ({ unit }) => unit, value: ({ unit }) => unit, cut: true },
    { id: 'what', header: t('changes.what'), cell: whatOf, value: whatOf },
    { id: 'before', header: t('changes.before'), cell: formatBefore, value: formatBefore, sortable: false },
    { id: 'after', header: t('changes.after'), cell: after, value: after, sortable: false },
    { id: 'by', header: t('changes.by'), cell: ({ by }) => by, value: ({ by }) => by },
  ]
}
