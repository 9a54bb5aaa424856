import type { LightRepeat, TestCalendar } from '@vigilux/contract/features/test-calendar/test-calendar.ts'
import { useTranslation } from 'react-i18next'
import { formatsFor } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'

type RepeatsProps = { repeats: readonly LightRepeat[]; plants: TestCalendar['plants'] }

/** When plants' light must be measured again; hidden when there is none in this year. */
export function LightRepeats({ repeats, plants }: RepeatsProps) {
  const { t } = useTranslation('test-calendar')
  const { day: dayText } = formatsFor(useLanguage(), 'UTC')
  if (repeats.length === 0) return null
  const names = new Map(plants.map(({ plant_id, plantname }) => [plant_id, plantname]))
  return (
    <section aria-label={t('light.title')}>
      <header className="vx-calendar-list-head">
        <h2>{t('light.title')}</h2>
      </header>
      <ul className="vx-card vx-light-repeats">
        {repeats.map(({ plant_id, day, measuredOn, overdue }) => (
          <li key={plant_id}>
            <b>{t('light.by', { day: dayText(day) })}</b>
            <AppLink to={pathTo('handover', { plantId: plant_id })}>{names.get(plant_id) ?? ''}</AppLink>
            <span className="vx-quiet">{t('light.measured', { day: dayText(measuredOn) })}</span>
            {overdue ? <StatusInline state="warning" cause={t('light.overdue')} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
