import { useTranslation } from 'react-i18next'
import { DateTile } from '../../shared/format/DateTile.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { useNow } from '../../shared/format/RelativeTime.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { tabPath } from '../central-units/index.ts'
import * as styles from './emergency-tests.module.css'
import { PlanReminder } from './PlanReminder.tsx'
import { groupTests, isOverdue, type PlannedGroup, plannedTests, useSchedules } from './schedule.ts'

/** Maximum number of tests on the card. */
const maxShown = 3

/** Maximum number of units named for a test. */
const maxNamed = 2

/** The next tests, earliest first, and a note when the year plan is about to end; hidden without either. */
export function NextTests() {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const { rows, planEnd } = useSchedules()
  const groups = groupTests(plannedTests(rows))
  if (groups.length === 0 && !planEnd) return null
  return (
    <Card
      title={t('schedule.nextTests')}
      aside={<AppLink to={pathTo('plantReport', { plantId }, { tab: 'calendar' })}>{t('tab.calendar')}</AppLink>}
    >
      {planEnd ? (
        <PlanReminder end={planEnd}>
          <AppLink to={pathTo('testPlan', { plantId })}>{t('schedule.planNext')}</AppLink>
        </PlanReminder>
      ) : null}
      <ul className={styles.datedTests} data-part="dated-tests">
        {groups.slice(0, maxShown).map((group) => (
          <DatedTest key={`${group.kind} ${group.at}`} group={group} />
        ))}
      </ul>
    </Card>
  )
}

function DatedTest({ group: { kind, at, units, tests } }: { group: PlannedGroup }) {
  const { t } = useTranslation('emergency-tests')
  const { plantId, plant } = useCurrentPlant()
  const { time } = useFormats(plant.timezone)
  const now = useNow(60_000)
  const [first] = tests
  const lamps = units.reduce((total, unit) => total + unit.lamps.emergency, 0)
  const named = units.slice(0, maxNamed).map(({ cu_id }) => cu_id)
  const others = units.length - named.length
  const facts = [
    `${named.join(', ')}${others > 0 ? ` +${others}` : ''}`,
    time(at),
    lamps > 0 ? t('report.lamps', { count: lamps }) : '',
    tests.some(({ schedule }) => schedule.byPlatform) ? t('schedule.byVigilux') : '',
  ]
  const to =
    first && units.length === 1
      ? tabPath(plantId, first.topic, 'tests')
      : pathTo('plantReport', { plantId }, { tab: 'calendar' })
  return (
    <li>
      <DateTile at={at} timeZone={plant.timezone} />
      <AppLink className="vx-finger" to={to}>
        <b>{t(`kind.${kind}`)}</b>
        <small>
          {facts.filter(Boolean).join(' · ')}
          {tests.some(({ schedule }) => isOverdue(schedule, now)) ? (
            <>
              {' '}
              <StatusInline state="warning" cause={t('schedule.overdue')} />
            </>
          ) : null}
        </small>
      </AppLink>
    </li>
  )
}
