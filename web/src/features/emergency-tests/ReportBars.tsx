import { Button } from '@mantine/core'
import {
  type LampOutcome,
  lampOutcomes,
  type PlantReport,
  type Tally,
} from '@vigilux/contract/features/reports/plant-report.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { styleOf } from '../../shared/status/states.ts'
import * as plainTableStyles from '../../shared/table/plain-table.module.css'
import * as emergencyTestsStyles from './emergency-tests.module.css'
import { stateOfOutcome, useOutcomeLabel } from './outcome-texts.ts'
import * as plantReportStyles from './plant-report.module.css'

const kinds = ['functional', 'autonomy'] as const
/** Passed first, as bars are usually read; the table above has the worst first. */
const failedFirst: readonly LampOutcome[] = lampOutcomes.toSorted(
  (a, b) => Number(b === 'passed') - Number(a === 'passed'),
)

const totalOf = (tally: Tally): number => Object.values(tally).reduce((sum, count) => sum + count, 0)

/** Last results of the filtered lamps by kind of test, as labeled bars or as a table. */
export function ReportBars({ figures }: { figures: PlantReport['figures'] }) {
  const { t } = useTranslation('emergency-tests')
  const [isTable, setTable] = useState(false)
  if (totalOf(figures.lamps) === 0) return null
  return (
    <Card
      title={t('report.chart')}
      aside={
        <Button className="vx-no-print" variant="subtle" size="compact-sm" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'report.asBars' : 'word.showAsTable')}
        </Button>
      }
    >
      {isTable ? (
        <FiguresTable figures={figures} />
      ) : (
        kinds.map((kind) => <Bar key={kind} kind={kind} tally={figures[kind]} />)
      )}
      <p className={emergencyTestsStyles.cardText}>{t('report.lastValid')}</p>
    </Card>
  )
}

/** One bar; each part has a label and a number, to be readable without color. */
function Bar({ kind, tally }: { kind: (typeof kinds)[number]; tally: Tally }) {
  const { t } = useTranslation('emergency-tests')
  const { number } = useFormats()
  const outcomeLabel = useOutcomeLabel()
  const shown = failedFirst.filter((outcome) => tally[outcome] > 0)
  const sentence = shown.map((outcome) => `${outcomeLabel(outcome)} ${number(tally[outcome])}`).join(', ')
  return (
    <figure className={plantReportStyles.reportBar}>
      <figcaption>
        <b>{t(`kind.${kind}`)}</b> <span>{t('report.lamps', { count: totalOf(tally) })}</span>
      </figcaption>
      <div className={plantReportStyles.reportBarTrack} role="img" aria-label={`${t(`kind.${kind}`)}: ${sentence}`}>
        {shown.map((outcome) => (
          <span
            key={outcome}
            data-tone={styleOf(stateOfOutcome[outcome]).tone}
            data-outcome={outcome}
            style={{ flexGrow: tally[outcome] }}
          />
        ))}
      </div>
      <ul aria-hidden>
        {shown.map((outcome) => {
          const { icon: Mark, tone } = styleOf(stateOfOutcome[outcome])
          return (
            <li key={outcome} data-tone={tone}>
              <Mark size={15} /> {outcomeLabel(outcome)} <b>{number(tally[outcome])}</b>
            </li>
          )
        })}
      </ul>
    </figure>
  )
}

function FiguresTable({ figures }: { figures: PlantReport['figures'] }) {
  const { t } = useTranslation('emergency-tests')
  const { number } = useFormats()
  const outcomeLabel = useOutcomeLabel()
  return (
    <table className={plainTableStyles.plainTable}>
      <thead>
        <tr>
          <th>{t('column.result')}</th>
          {kinds.map((kind) => (
            <th key={kind} className={plainTableStyles.rightCell}>
              {t(`kind.${kind}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {failedFirst.map((outcome) => (
          <tr key={outcome}>
            <td>{outcomeLabel(outcome)}</td>
            {kinds.map((kind) => (
              <td key={kind} className={plainTableStyles.rightCell}>
                {number(figures[kind][outcome])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
