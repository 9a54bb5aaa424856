import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { tiers } from '@vigilux/contract/features/plants/tiers.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer, useAnsweredAt } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { Card, PageHeader } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { WeekLine } from '../week/index.ts'
import { OfficeTotals } from './OfficeTotals.tsx'
import * as styles from './office.module.css'
import { PeopleToVerify } from './PeopleToVerify.tsx'
import { PlantsWithoutAdministrator } from './PlantsWithoutAdministrator.tsx'
import { countsRefetchMs } from './SummaryPage.tsx'
import { WorstPlants } from './WorstPlants.tsx'

/** Duties of the office, the worst plants, and totals of the platform, each linked to its page. */
export function OfficeHomePage() {
  const { t } = useTranslation('shell')
  const { scope } = useSignedInUser()
  return (
    <>
      <PageHeader title={t('page.ntoHome')} facts={<Totals />} />
      <WeekLine ofOffice />
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
          {scope === 'nto' ? (
            <AnswerBoundary>
              <PeopleToVerify />
            </AnswerBoundary>
          ) : null}
          <AnswerBoundary>
            <Figures />
          </AnswerBoundary>
        </div>
      </div>
    </>
  )
}

const useOfficeStats = () => useAnswer('getOfficeFigures', {}, { refetchInterval: countsRefetchMs })

function Totals() {
  const { totals } = useOfficeStats()
  return <OfficeTotals totals={totals} readAt={useAnsweredAt('getOfficeFigures', {})} />
}

function Figures() {
  const { t } = useTranslation('office')
  const { t: tPlants } = useTranslation('plants')
  const { t: shell } = useTranslation('shell')
  const { number } = useFormats()
  const { totals, conditions: counts, tiers: countsByTier, withoutAdministrator, users } = useOfficeStats()
  return (
    <>
      <Card title={tPlants('word.plants')}>
        <ul className={styles.officeCounts}>
          <Count to={pathTo('ntoSummary')} number={number(totals.plants)}>
            {t('all')}
          </Count>
          {conditions.filter(isPresent(counts)).map((name) => (
            <Count key={name} to={pathTo('ntoSummary', {}, { f: name })} number={number(counts[name])}>
              <StatusInline state={name} />
            </Count>
          ))}
          <Count to={pathTo('ntoSummary', {}, { administrator: 'none' })} number={number(withoutAdministrator)}>
            {t('withoutAdministrator')}
          </Count>
        </ul>
      </Card>
      <Card title={tPlants('column.tier')}>
        <ul className={styles.officeCounts}>
          {tiers.filter(isPresent(countsByTier)).map((name) => (
            <Count key={name} to={pathTo('ntoSummary', {}, { tier: name })} number={number(countsByTier[name])}>
              {tPlants(`tier.${name}`)}
            </Count>
          ))}
        </ul>
      </Card>
      {users ? (
        <Card title={shell('page.ntoUsers')}>
          <ul className={styles.officeCounts}>
            <Count to={pathTo('ntoUsers')} number={number(users.total)}>
              {t('all')}
            </Count>
            <Count to={pathTo('ntoPendingUsers')} number={number(users.pending)}>
              {shell('page.ntoPendingUsers')}
            </Count>
            <Count to={pathTo('ntoUsers', {}, { f: 'suspended' })} number={number(users.suspended)}>
              {t('suspended')}
            </Count>
          </ul>
        </Card>
      ) : null}
    </>
  )
}

/** Counts of nothing are not shown. */
const isPresent =
  <Name extends string>(counts: Readonly<Record<Name, number>>) =>
  (name: Name): boolean =>
    counts[name] > 0

function Count({ to, number, children }: { to: string; number: string; children: ReactNode }) {
  return (
    <li>
      <AppLink to={to}>
        <b>{number}</b>
        <span>{children}</span>
      </AppLink>
    </li>
  )
}
