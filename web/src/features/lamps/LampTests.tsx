import { Button } from '@mantine/core'
import type { TestResult } from '@vigilux/contract/features/emergency-tests/test-run.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { HiddenHistory } from '../../shared/plant/HiddenHistory.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as plainTableStyles from '../../shared/table/plain-table.module.css'
import { pathTo } from '../../site-map.ts'
import { formatMeasured, ResultState } from '../emergency-tests/index.ts'
import { AutonomyBars, measuredTests } from './AutonomyBars.tsx'

type Result = ActionOutput<'getLamp'>['results'][number]

/** The last tests of a lamp: battery durations as bars, and all tests as a table. */
type TestsProps = {
  results: readonly Result[]
  required: number | null
  /** Address of the lamp, as `logica_0A1B2C.12`. */
  place: string
}

export function LampTests({ results, required, place }: TestsProps) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const [asTable, setAsTable] = useState(false)
  return (
    <>
      <AutonomyBars results={results} required={required} />
      {measuredTests(results).length > 1 ? (
        <p>
          <AppLink to={pathTo('batteries', { plantId }, { lamp: place })}>{t('autonomy.outlook')}</AppLink>
        </p>
      ) : null}
      {results.length > 0 ? (
        <section className="vx-panel-part">
          <div className={layoutStyles.actions}>
            <Button
              variant="default"
              size="compact-md"
              aria-expanded={asTable}
              onClick={() => setAsTable((previous) => !previous)}
            >
              {t(asTable ? 'tests.hide' : 'tests.show', { count: results.length })}
            </Button>
          </div>
          {asTable ? <ResultTable results={results} /> : null}
        </section>
      ) : null}
      <HiddenHistory of="results" />
    </>
  )
}

function ResultTable({ results }: { results: readonly Result[] }) {
  const { t } = useTranslation('lamps')
  const { t: tTests } = useTranslation('emergency-tests')
  const { dateTime, duration } = useFormats(useCurrentPlant().plant.timezone)
  return (
    <table className={plainTableStyles.review}>
      <thead>
        <tr>
          <th scope="col">{t('word.when')}</th>
          <th scope="col">{t('tests.kind')}</th>
          <th scope="col">{t('word.result')}</th>
          <th scope="col">{t('column.autonomy')}</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ at, kind, result, reason, measured_min, measured_bound }) => (
          <tr key={`${at} ${kind}`}>
            <th scope="row">{dateTime(at)}</th>
            <td>{tTests(`kind.${kind as 'functional' | 'autonomy'}`)}</td>
            <td>
              <ResultState result={{ result, reason } as Pick<TestResult, 'result' | 'reason'>} />
            </td>
            <td>
              {kind === 'autonomy' && measured_min !== null
                ? formatMeasured({ measured_s: measured_min * 60, measured_bound, rated_min: null }, tTests, duration)
                : '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
