import { Button } from '@mantine/core'
import { IconCalendarEvent, IconListCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { LastTests } from './LastTests.tsx'
import { NextTests } from './NextTests.tsx'
import { StartTestButton } from './StartTestButton.tsx'
import { groupTests, plannedTests, useSchedules } from './schedule.ts'

/** While no test runs: when the next one starts, the last results, and the next dates. */
export function NoRunningTest() {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const phone = usePhone()
  return (
    <>
      <div className={layoutStyles.mainAndSide}>
        <div className="vx-card">
          <EmptyState
            icon={IconListCheck}
            title={t('now.none')}
            action={
              <>
                {phone ? null : <StartTestButton />}
                <Button
                  component={AppLink}
                  to={pathTo('testPlan', { plantId })}
                  variant="default"
                  leftSection={<IconCalendarEvent size={16} aria-hidden />}
                >
                  {t('tab.plan')}
                </Button>
              </>
            }
          >
            <AnswerBoundary quiet>
              <NextStart />
            </AnswerBoundary>
          </EmptyState>
        </div>
        <aside>
          <AnswerBoundary>
            <NextTests />
          </AnswerBoundary>
        </aside>
      </div>
      <AnswerBoundary>
        <LastTests />
      </AnswerBoundary>
    </>
  )
}

/** The next test in a sentence; without one, what a test is. */
function NextStart() {
  const { t } = useTranslation('emergency-tests')
  const { plant } = useCurrentPlant()
  const { dateTime } = useFormats(plant.timezone)
  const [next] = groupTests(plannedTests(useSchedules().rows))
  if (!next) return t('now.noneText')
  const lamps = next.units.reduce((total, { lamps: { emergency } }) => total + emergency, 0)
  const facts = [t(`kind.${next.kind}`), lamps > 0 ? t('report.lamps', { count: lamps }) : '', dateTime(next.at)]
  return t('now.next', { test: facts.filter(Boolean).join(' · ') })
}
