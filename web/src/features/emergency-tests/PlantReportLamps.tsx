import { IconListCheck } from '@tabler/icons-react'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import {
  type LastResult,
  lampOutcomes,
  type PlantReport,
  type ReportRow,
  type RowSort,
  rowSorts,
} from '@vigilux/contract/features/reports/plant-report.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { type Formats, useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import type { Column } from '../../shared/table/table-model.ts'
import { serialOf } from '../central-units/index.ts'
import { formatMeasured } from './measured-text.ts'
import { stateOfOutcome, useOutcomeLabel } from './outcome-texts.ts'
import * as styles from './plant-report.module.css'
import { ResultState } from './ResultState.tsx'
import { Measured } from './result-columns.tsx'
import { reasonText } from './test-texts.ts'

type Input = ActionInput<'getGlobalReports'>
const exportPageRows = 1000

/** Sort column of the rows, in the server's naming. */
export function lampsSort(column: string | undefined): RowSort {
  return rowSorts.find((one) => one === column) ?? 'lamp'
}

/** Every matching lamp, over all pages. */
const allRows = (input: Input) =>
  allPages(async (page) => {
    const { rows, total } = await call('getGlobalReports', { ...input, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** The lamps of a report with their last results. */
export function PlantReportLamps({ report, input }: { report: PlantReport; input: Input }) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const formats = useFormats(plant.timezone)
  const outcomeLabel = useOutcomeLabel()
  const { figures, rows, total } = report
  return (
    <DataTable
      name={`plant-report-${report.period}`}
      label={t('report.label')}
      rows={rows}
      columns={columnsOf(t, outcomeLabel, formats)}
      rowKey={(row) => `${row.cu}.${row.lamp}.${row.serial}`}
      chips={lampOutcomes.map((outcome) => ({
        id: outcome,
        label: outcomeLabel(outcome),
        state: stateOfOutcome[outcome],
        fits: () => true,
        ...(input.outcome ? {} : { count: figures.lamps[outcome] }),
      }))}
      searchPlaceholder={t('report.search')}
      listLine={(row) => ({
        title: `${serialOf(row.cu)} · ${lampNumber(row.lamp)}`,
        detail: placeText(row, t) || row.serial,
        more: (
          <span className={styles.reportLines}>
            <ResultCell kind="functional" last={row.functional} />
            <ResultCell kind="autonomy" last={row.autonomy} />
          </span>
        ),
      })}
      remote={{ total, exportRows: () => allRows(input) }}
      empty={
        <div className="vx-card">
          <EmptyState icon={IconListCheck} title={t('now.noResults')}>
            {t('report.emptyText')}
          </EmptyState>
        </div>
      }
    />
  )
}

/** A lamp's name and place, and whether it left the plant. */
function placeText({ description, location, isFormer }: ReportRow, t: TFunction<'emergency-tests'>): string {
  return [description, location, isFormer ? t('report.former') : ''].filter(Boolean).join(' · ')
}

/** The last result of one kind of test with its day. */
function ResultCell({ last, kind }: { last: LastResult | null; kind?: 'functional' | 'autonomy' }) {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const { date } = useFormats(plant.timezone)
  return (
    <span className={styles.reportLast}>
      {kind ? <small>{t(`kind.${kind}`)}</small> : null}
      {last ? <ResultState result={last} /> : <span className={styles.reportNone}>{t('report.notTested')}</span>}
      {last ? <small>{date(last.at)}</small> : null}
    </span>
  )
}

function columnsOf(
  t: TFunction<'emergency-tests'>,
  outcomeLabel: ReturnType<typeof useOutcomeLabel>,
  { day, duration, full }: Formats,
): readonly Column<ReportRow>[] {
  const formatResult = (last: LastResult | null) =>
    last
      ? `${outcomeLabel(last.result)}${last.reason ? `: ${reasonText(last.reason, t)}` : ''} (${day(last.at)})`
      : outcomeLabel('notTested')
  const formatMeasuredTime = ({ autonomy }: ReportRow) => (autonomy ? formatMeasured(autonomy, t, duration) : null)
  const columnOfKind = (kind: 'functional' | 'autonomy'): Column<ReportRow> => ({
    id: kind,
    header: t(`kind.${kind}`),
    cell: (row) => <ResultCell last={row[kind]} />,
    value: (row) => row[kind]?.result,
    csv: (row) => formatResult(row[kind]),
  })
  return [
    {
      id: 'lamp',
      header: t('word.lamp'),
      cell: (row) => `${serialOf(row.cu)} · ${lampNumber(row.lamp)}`,
      value: (row) => `${serialOf(row.cu)} ${lampNumber(row.lamp)}`,
    },
    {
      id: 'serial',
      header: t('word.serial'),
      cell: (row) => row.serial,
      value: (row) => row.serial,
      sortable: false,
      optional: true,
    },
    {
      id: 'place',
      header: t('word.place'),
      cell: (row) => <span title={placeText(row, t)}>{placeText(row, t)}</span>,
      value: (row) => placeText(row, t),
      cut: true,
    },
    columnOfKind('functional'),
    columnOfKind('autonomy'),
    {
      id: 'measured',
      header: t('column.measured'),
      align: 'right',
      cell: (row) => (row.autonomy ? <Measured row={row.autonomy} text={formatMeasuredTime(row)} /> : '–'),
      value: formatMeasuredTime,
    },
    {
      id: 'at',
      header: t('word.time'),
      cell: (row) => (row.autonomy ? full(row.autonomy.at) : '–'),
      value: (row) => row.autonomy?.at ?? row.functional?.at,
      sortable: false,
      optional: true,
    },
  ]
}
