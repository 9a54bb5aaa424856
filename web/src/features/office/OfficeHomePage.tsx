import { Button } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useAnsweredAt } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { pathTo } from '../../site-map.ts'
import { ErrorWeeks } from './ErrorWeeks.tsx'
import { OfficeStates } from './OfficeStates.tsx'
import { OfficeTotals } from './OfficeTotals.tsx'
import * as styles from './office.module.css'
import { PeopleToVerify } from './PeopleToVerify.tsx'
import { PlantsWithoutAdministrator } from './PlantsWithoutAdministrator.tsx'
import { ProCounts } from './ProCounts.tsx'
import { RecentSecurity } from './RecentSecurity.tsx'
import { useOfficeStats } from './use-office-stats.ts'
import { WorstPlants } from './WorstPlants.tsx'

/** All plants by state, the worst ones, and what the national office has to do. */
export function OfficeHomePage() {
  const { t } = useTranslation('shell')
  return (
    <>
      <PageHeader title={t('page.ntoHome')} facts={<Totals />} actions={<Actions />} />
      <div className={styles.officeHome}>
        <AnswerBoundary>
          <OfficeStates />
        </AnswerBoundary>
        <div className={layoutStyles.mainAndSide}>
          <div>
            <AnswerBoundary>
              <WorstPlants />
            </AnswerBoundary>
            <AnswerBoundary>
              <PlantsWithoutAdministrator />
            </AnswerBoundary>
          </div>
          <div>
            <AnswerBoundary>
              <PeopleToVerify />
            </AnswerBoundary>
            <AnswerBoundary>
              <ErrorWeeks />
            </AnswerBoundary>
            <AnswerBoundary>
              <ProCounts />
            </AnswerBoundary>
            <AnswerBoundary>
              <RecentSecurity />
            </AnswerBoundary>
          </div>
        </div>
      </div>
    </>
  )
}

function Totals() {
  const { totals } = useOfficeStats()
  return <OfficeTotals totals={totals} readAt={useAnsweredAt('getOfficeFigures', {})} />
}

/** The list of plants, and the people who wait. */
function Actions() {
  const { t } = useTranslation('shell')
  const { t: tOffice } = useTranslation('office')
  const pending = useOfficeStats().users?.pending ?? 0
  return (
    <>
      <Button component={AppLink} to={pathTo('ntoSummary')} variant="default">
        {t('page.ntoSummary')}
      </Button>
      {pending > 0 ? (
        <Button
          component={AppLink}
          to={pathTo('ntoPendingUsers')}
          leftSection={<IconUserCheck size={16} aria-hidden />}
        >
          {tOffice('toVerify.go', { count: pending })}
        </Button>
      ) : null}
    </>
  )
}
