import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { tabPath, useUnitTypes } from '../central-units/index.ts'
import { NextTest } from './ScheduleTab.tsx'
import { plannedTests, testingUnits, useSchedules } from './schedule.ts'
import './emergency-tests.css'

/** Tests that a card names. */
const most = 4

/** What the units test next by themselves, the earliest first; nothing where no unit plans any. */
export function NextTests() {
  const { t } = useTranslation('emergency-tests')
  const { plantId, units } = useOpenPlant()
  const types = useUnitTypes()
  const { rows } = useSchedules(testingUnits(units, types.data?.types ?? []))
  const planned = plannedTests(rows)
  if (planned.length === 0) return null
  return (
    <Card
      title={t('schedule.nextTests')}
      aside={<AppLink to={pathTo('plantReport', { plantId }, { tab: 'calendar' })}>{t('schedule.title')}</AppLink>}
    >
      <ul className="vx-next-tests">
        {planned.slice(0, most).map(({ topic, unit, kind, schedule }) => (
          <li key={`${topic} ${kind}`}>
            <AppLink to={tabPath(plantId, topic, 'tests')}>
              <b>{t(`kind.${kind}`)}</b> {[unit.cu_id, unit.description].filter(Boolean).join(' · ')}
            </AppLink>
            <NextTest schedule={schedule} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
