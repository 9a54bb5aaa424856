import type { ProductLine } from '@vigilux/contract/features/catalogue/product.ts'
import { lowReserveSeconds } from '@vigilux/contract/features/emergency-tests/findings.rules.ts'
import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { TFunction } from 'i18next'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Formats } from '../../shared/format/format.ts'
import { type StateName, styleOf } from '../../shared/status/states.ts'
import type { Column } from '../../shared/table/table-model.ts'
import { formatMeasured } from './measured-text.ts'
import { ResultState } from './ResultState.tsx'
import { reasonText, stateOfResult } from './test-texts.ts'
import * as styles from './verdict.module.css'

/** Reasons with a remedy; the others explain themselves. */
const remedies = ['lamp_failure', 'battery_failure', 'battery_duration', 'circuit_failure', 'communication'] as const

function formatRemedy({ result, reason }: TestResult, t: TFunction<'emergency-tests'>): string | null {
  const knownReason = result === 'failed' ? remedies.find((one) => one === reason) : undefined
  return knownReason ? t(`remedies.${knownReason}`) : null
}

const formatPart = (part: ProductLine | undefined): string | null => (part ? `${part.name}, ${part.orderCode}` : null)

/** Remedy of a failed lamp, and its spare part; nothing when there is nothing to mend. */
export function Remedy({ row, part }: { row: TestResult; part: ProductLine | undefined }) {
  const { t } = useTranslation('emergency-tests')
  const remedy = formatRemedy(row, t)
  return remedy ? (
    <span className={styles.remedy}>
      {remedy}
      {part ? <small>{formatPart(part)}</small> : null}
    </span>
  ) : null
}

/** Percentage of the bar for the rated duration. */
const ratedShare = 66

type MeasuredLamp = Pick<TestResult, 'result' | 'measured_s' | 'rated_min'>

const toneOf = (row: MeasuredLamp): string =>
  row.result === 'failed' ? styleOf('failed').tone : lowReserveSeconds(row) === null ? '' : styleOf('warning').tone

/** How long a lamp lasted, next to a bar with a tick at its rated duration. */
export function Measured({ row, text }: { row: MeasuredLamp; text: string | null }) {
  if (text === null) return '–'
  const { measured_s, rated_min } = row
  if (measured_s === null || rated_min === null) return text
  const share = Math.min(100, (ratedShare * measured_s) / (rated_min * 60))
  const tone = toneOf(row)
  return (
    <span className={styles.measured} data-tone={tone || undefined}>
      <i aria-hidden style={{ '--measured': `${share}%`, '--rated': `${ratedShare}%` } as CSSProperties} />
      <b>{text}</b>
    </span>
  )
}

type ColumnFacts = {
  t: TFunction<'emergency-tests'>
  word: (name: StateName) => string
  formats: Formats
  parts: ReadonlyMap<number, ProductLine>
}

/** Columns of a test's results: failures with remedy and spare part. */
export function resultColumns({ t, word, formats, parts }: ColumnFacts): readonly Column<TestResult>[] {
  const { dateTime, duration } = formats
  const formatMeasuredTime = (row: TestResult) => formatMeasured(row, t, duration)
  return [
    { id: 'lamp', header: t('word.lamp'), cell: (row) => lampNumber(row.lamp), value: (row) => row.lamp },
    {
      id: 'serial',
      header: t('word.serial'),
      cell: (row) => row.serial,
      value: (row) => row.serial,
      sortable: false,
      optional: true,
    },
    {
      id: 'description',
      header: t('word.description'),
      cell: (row) => <span title={row.description}>{row.description}</span>,
      value: (row) => row.description,
      sortable: false,
      cut: true,
    },
    {
      id: 'place',
      header: t('word.place'),
      cell: (row) => <span title={row.location}>{row.location}</span>,
      value: (row) => row.location,
      sortable: false,
      cut: true,
    },
    {
      id: 'result',
      header: t('column.result'),
      cell: (row) => <ResultState result={row} />,
      value: (row) => row.result,
      csv: (row) =>
        row.reason
          ? `${word(stateOfResult(row.result))}: ${reasonText(row.reason, t)}`
          : word(stateOfResult(row.result)),
    },
    {
      id: 'measured',
      header: t('column.measured'),
      align: 'right',
      cell: (row) => <Measured row={row} text={formatMeasuredTime(row)} />,
      value: formatMeasuredTime,
      sortable: false,
    },
    {
      id: 'remedy',
      header: t('column.remedy'),
      cell: (row) => <Remedy row={row} part={parts.get(row.lamp)} />,
      value: (row) => [formatRemedy(row, t), formatPart(parts.get(row.lamp))].filter(Boolean).join(' · ') || null,
      sortable: false,
    },
    {
      id: 'at',
      header: t('word.time'),
      cell: (row) => dateTime(row.at),
      value: (row) => row.at,
    },
  ]
}
