import { Button } from '@mantine/core'
import { IconCalendarOff, IconCpu, IconPlayerPlay, IconPlus, IconSignature } from '@tabler/icons-react'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { FavouriteStar } from '../../shared/plant/FavouriteStar.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { ComplianceCard } from '../compliance/index.ts'
import { isInProgress, LastTests, NextTests, RunningTest } from '../emergency-tests/index.ts'
import { OpenRounds } from '../maintenance-rounds/index.ts'
import { RegisterButton } from '../reports/index.ts'
import { WeekCard } from '../week/index.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { CountsCard } from './CountsCard.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import { PlantFacts } from './PlantFacts.tsx'
import { RecentEvents } from './RecentEvents.tsx'
import { UnitsCard } from './UnitsCard.tsx'
import './plant-overview.css'

const warnBeforeMs = 7 * 86_400_000

/** Reminds a person whose membership ends within a week. */
function MembershipEndNotice() {
  const { t } = useTranslation('plant-overview')
  const { plant } = useCurrentPlant()
  const { userid: ownUserId } = useSignedInUser()
  // A day without a time is the same in every zone.
  const { day } = useFormats('UTC')
  const endsOn = plant.plant_users.find(({ userid }) => userid === ownUserId)?.endsOn ?? null
  if (endsOn === null || Date.parse(endsOn) - serverNow() > warnBeforeMs) return null
  return (
    <section className="vx-card vx-banner" aria-label={t('accessEnds.label')}>
      <IconCalendarOff size={20} stroke={1.8} aria-hidden />
      <div className="vx-banner-text">{t('accessEnds.text', { day: day(endsOn) })}</div>
    </section>
  )
}

/** The plant at a glance: counts, open causes, units, and running tests. */
export function OverviewPage() {
  const { plant, units } = useCurrentPlant()
  const isEmpty = units.length === 0
  return (
    <>
      <PageHeader
        title={plant.plantname}
        mark={plant.logo ? <img className="vx-plant-logo" src={plant.logo} alt="" /> : null}
        aside={<FavouriteStar plant={plant} />}
        state={isEmpty ? undefined : plant.condition}
        facts={<PlantFacts />}
        actions={isEmpty ? null : <Actions />}
      />
      <MembershipEndNotice />
      {isEmpty ? <NoUnits /> : <Cards />}
    </>
  )
}

function Running() {
  const { tests } = useCurrentPlant()
  return (
    <div className="vx-overview-running">
      {tests.filter(isInProgress).map((test) => (
        <RunningTest key={test.id} test={test} />
      ))}
    </div>
  )
}

const nextTests = (
  <AnswerBoundary>
    <NextTests />
  </AnswerBoundary>
)
const lastTests = (
  <AnswerBoundary>
    <LastTests />
  </AnswerBoundary>
)
const openRounds = (
  <AnswerBoundary>
    <OpenRounds />
  </AnswerBoundary>
)

/** Two thirds and one third; on a phone one column, which begins with the verdict and what is true now. */
function Cards() {
  const phone = usePhone()
  if (phone)
    return (
      <div className="vx-overview">
        <ComplianceCard />
        <AttentionCard />
        <WeekCard />
        <CountsCard />
        <Running />
        {openRounds}
        <UnitsCard />
        {nextTests}
        {lastTests}
        <RecentEvents />
        <PlaceCard />
      </div>
    )
  return (
    <div className="vx-overview">
      <CountsCard />
      <Running />
      {openRounds}
      <div className="vx-overview-columns">
        <div>
          <AttentionCard />
          <UnitsCard />
          <div className="vx-overview-pair">
            <RecentEvents />
            <PlaceCard />
          </div>
          {lastTests}
        </div>
        <div>
          <ComplianceCard />
          <WeekCard />
          {nextTests}
        </div>
      </div>
    </div>
  )
}

/** The register for everyone; beside it what the role does: sign, or add units and start tests. */
function Actions() {
  const { t } = useTranslation('plant-overview')
  const { plantId, plant } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotAllowed()
  const mayOperate = roleMay(plant.role, 'plant.operate')
  return (
    <>
      <RegisterButton />
      {mayOperate ? (
        <>
          <ReasonButton
            variant="default"
            blockedReason={blockedReason}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => navigateTo(pathTo('addUnit', { plantId }))}
          >
            {t('action.addUnit')}
          </ReasonButton>
          <ReasonButton
            blockedReason={blockedReason}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => navigateTo(pathTo('plantReport', { plantId }, { start: '1' }))}
          >
            {t('word.startTest')}
          </ReasonButton>
        </>
      ) : null}
      {!mayOperate && roleMay(plant.role, 'logbook.sign') ? (
        <Button
          component={AppLink}
          to={pathTo('logbook', { plantId }, { sign: '1' })}
          leftSection={<IconSignature size={16} aria-hidden />}
        >
          {t('action.signLogbook')}
        </Button>
      ) : null}
    </>
  )
}

function NoUnits() {
  const { t } = useTranslation('plant-overview')
  const { plantId } = useCurrentPlant()
  const navigateTo = useNavigateTo()
  const blockedReason = useWhyNotAllowed()
  return (
    <div className="vx-card">
      <EmptyState
        icon={IconCpu}
        title={t('empty.title')}
        action={
          <ReasonButton
            blockedReason={blockedReason}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => navigateTo(pathTo('addUnit', { plantId }))}
          >
            {t('empty.button')}
          </ReasonButton>
        }
      >
        {t('empty.text')}
      </EmptyState>
    </div>
  )
}
