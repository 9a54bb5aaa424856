import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { tabPath } from '../central-units/index.ts'
import { PlanReminder } from './PlanReminder.tsx'
import { NextTest } from './ScheduleTab.tsx'
import { plannedTests, useSchedules } from './schedule.ts'
import './emergency-tests.css'

/** Maximum number of tests on the card. */
const maxShown = 4

/** The units' next tests, earliest first, and a note when the year plan is about to end; hidden without either. */
export function NextTests() {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const { rows, planEnd } = useSchedules()
  const plannedTestList = plannedTests(rows)
  if (plannedTestList.length === 0 && !planEnd) return null
  return (
    <Card
      title={t('schedule.nextTests')}
      aside={<AppLink to={pathTo('plantReport', { plantId }, { tab: 'calendar' })}>{t('schedule.title')}</AppLink>}
    >
      {planEnd ? (
        <PlanReminder end={planEnd}>
          <AppLink to={pathTo('testPlan', { plantId })}>{t('schedule.planNext')}</AppLink>
        </PlanReminder>
      ) : null}
      <ul className="vx-next-tests">
        {plannedTestList.slice(0, maxShown).map(({ topic, unit, kind, schedule }) => (
          <li key={`${topic} ${kind}`}>
            <AppLink className="vx-finger" to={tabPath(plantId, topic, 'tests')}>
              <b>{t(`kind.${kind}`)}</b> {[unit.cu_id, unit.description].filter(Boolean).join(' · ')}
            </AppLink>
            <NextTest schedule={schedule} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
