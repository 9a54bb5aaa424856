import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './batteries.module.css'

/** Number of batteries due within 24 months, linked to the list; hidden without data. */
export function BatteriesDue() {
  const { t } = useTranslation('batteries')
  const { plantId } = useCurrentPlant()
  const outlook = useAnswer('getBatteryOutlook', { plantId }).outlook
  if (!outlook?.codes.some(({ ends }) => ends)) return null
  const due = outlook.codes.reduce((sum, { soon }) => sum + soon, 0)
  return (
    <p className={styles.batteryNote}>
      {t('due', { count: due })} <AppLink to={pathTo('batteries', { plantId })}>{t('title')}</AppLink>
    </p>
  )
}
