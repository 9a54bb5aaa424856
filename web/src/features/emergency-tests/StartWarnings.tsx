import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf } from '../central-units/index.ts'
import * as styles from './emergency-tests.module.css'
import type { StartWarning } from './start-warnings.ts'

/** Warnings about the requested tests, unit by unit; the person can start them anyway. */
export function StartWarnings({ warnings }: { warnings: readonly (StartWarning & { topic: string })[] }) {
  const { t } = useTranslation('emergency-tests')
  const { dateTime } = useFormats(useCurrentPlant().plant.timezone)
  return warnings.map(({ topic, discharged, bothTestGroups }) => {
    const serial = serialOf(topic)
    return (
      <Alert key={topic} color="yellow" role="alert">
        {discharged ? (
          <p className={styles.startWarning}>
            {t(`start.discharged.${discharged.by}`, {
              serial,
              count: discharged.lamps,
              time: dateTime(discharged.until),
            })}
          </p>
        ) : null}
        {bothTestGroups ? <p className={styles.startWarning}>{t('start.bothTestGroups', { serial })}</p> : null}
      </Alert>
    )
  })
}
