import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { TablePages } from '../../shared/table/TablePages.tsx'
import { pageSize } from '../../shared/table/table-model.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './test-calendar.module.css'

/** When plants' light must be measured again; hidden when there is none in this year. */
export function LightRepeats({ year, plantId }: { year: number; plantId: string | undefined }) {
  const { t } = useTranslation('test-calendar')
  const { day: dayText } = formatsFor(useLanguage(), 'UTC')
  const [page, setPage] = useState(1)
  const question = { year, ...(plantId && { plantId }), page, pageSize }
  const { repeats, total } = useAnswer('getLightRepeats', question, { placeholderData: keepPreviousData })
  if (total === 0) return null
  return (
    <section aria-label={t('light.title')}>
      <header className={styles.calendarListHead}>
        <h2>{t('light.title')}</h2>
      </header>
      <ul className={`vx-card ${styles.lightRepeats}`}>
        {repeats.map(({ plant_id, plantname, day, measuredOn, overdue }) => (
          <li key={plant_id}>
            <b>{t('light.by', { day: dayText(day) })}</b>
            <AppLink to={pathTo('handover', { plantId: plant_id })}>{plantname}</AppLink>
            <span className="vx-quiet">{t('light.measured', { day: dayText(measuredOn) })}</span>
            {overdue ? <StatusInline state="warning" cause={t('light.overdue')} /> : null}
          </li>
        ))}
      </ul>
      <TablePages page={page} total={total} onPage={setPage} />
    </section>
  )
}
