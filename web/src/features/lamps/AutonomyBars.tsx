import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as styles from './lamps.module.css'

type Result = ActionOutput<'getLamp'>['results'][number]

/** The last autonomy tests with a measurement, oldest first. */
export function measuredTests(results: readonly Result[], count = 5): (Result & { measured_min: number })[] {
  return results
    .filter((one): one is Result & { measured_min: number } => one.kind === 'autonomy' && one.measured_min !== null)
    .toSorted((a, b) => b.at.localeCompare(a.at))
    .slice(0, count)
    .reverse()
}

/** Battery duration in the last tests, compared with the required one. */
export function AutonomyBars({ results, required }: { results: readonly Result[]; required: number | null }) {
  const { t } = useTranslation('lamps')
  const { date, duration } = useFormats(useCurrentPlant().plant.timezone)
  const tests = measuredTests(results)
  const minutes = (value: number) => duration(value * 60_000)
  const highestMinutes = Math.max(required ?? 0, ...tests.map((one) => one.measured_min), 1)
  return (
    <section className="vx-panel-part">
      <header className={styles.autonomyHead}>
        <h3>{t('autonomy.title')}</h3>
        {required === null ? null : <span>{t('autonomy.required', { minutes: minutes(required) })}</span>}
      </header>
      {tests.length === 0 ? (
        <p className="vx-quiet">{t('autonomy.none')}</p>
      ) : (
        <ol className={styles.autonomy}>
          {required === null ? null : (
            <li
              className={styles.autonomyLine}
              aria-hidden
              style={{ bottom: `${(required / highestMinutes) * 64 + 20}px` }}
            />
          )}
          {tests.map(({ at, measured_min }) => (
            <li key={at} data-short={(required !== null && measured_min < required) || undefined}>
              <b>{minutes(measured_min)}</b>
              <span
                aria-hidden
                className={styles.autonomyBar}
                style={{ height: `${(measured_min / highestMinutes) * 64}px` }}
              />
              <small>{date(at)}</small>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
