import { IconCalendarOff, IconCpu, IconPlus } from '@tabler/icons-react'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useFormats } from '../../shared/format/format.ts'
import * as bannerStyles from '../../shared/layout/banner.module.css'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useNavigateTo } from '../../shared/navigation.tsx'
import { FavouriteStar } from '../../shared/plant/FavouriteStar.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { OpenWalks } from '../commissioning/index.ts'
import { ComplianceCard } from '../compliance/index.ts'
import { LastTests, NextTests } from '../emergency-tests/index.ts'
import { RecentEnergy } from '../energy/index.ts'
import { WeekCard } from '../week/index.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { OverviewActions, useMoreActions } from './OverviewActions.tsx'
import { PlantFacts } from './PlantFacts.tsx'
import * as styles from './plant-overview.module.css'
import { RecentEvents } from './RecentEvents.tsx'
import { TrueNowCard } from './TrueNowCard.tsx'
import { UnitsCard } from './UnitsCard.tsx'

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
    <section className={`vx-card ${bannerStyles.banner}`} data-part="banner" aria-label={t('accessEnds.label')}>
      <IconCalendarOff size={20} stroke={1.8} aria-hidden />
      <div className={bannerStyles.bannerText}>{t('accessEnds.text', { day: day(endsOn) })}</div>
    </section>
  )
}

const PhoneActions = lazy(async () => (await import('./PhoneActions.tsx')).PhoneActions, { quiet: true })
const PhoneMenu = lazy(async () => (await import('./PhoneMenu.tsx')).PhoneMenu, { quiet: true })

function Header({ isEmpty }: { isEmpty: boolean }) {
  const { plant } = useCurrentPlant()
  const phone = usePhone()
  const more = useMoreActions()
  // The phone's top bar names the plant, and the facts end its page.
  if (phone)
    return <PageHeader title={plant.plantname} actions={isEmpty ? null : <PhoneActions />} more={<PhoneMenu />} />
  return (
    <PageHeader
      title={plant.plantname}
      mark={plant.logo ? <img className={styles.plantLogo} src={plant.logo} alt="" /> : null}
      aside={<FavouriteStar plant={plant} />}
      state={isEmpty ? undefined : plant.condition}
      facts={<PlantFacts />}
      actions={isEmpty ? null : <OverviewActions />}
      more={isEmpty ? null : more}
    />
  )
}

/** The plant at a glance: present state, open causes, units, rules and the next events. */
export function OverviewPage() {
  const { units } = useCurrentPlant()
  const isEmpty = units.length === 0
  return (
    <div className={styles.overviewPage}>
      <Header isEmpty={isEmpty} />
      <MembershipEndNotice />
      {isEmpty ? <NoUnits /> : <Cards />}
    </div>
  )
}

const nextTests = (
  <AnswerBoundary>
    <NextTests />
  </AnswerBoundary>
)

/**
 * Two thirds and one third; on a phone one column, beginning with the verdict. Readers of causes see their own duties
 * first.
 */
function Cards() {
  const phone = usePhone()
  const { plant } = useCurrentPlant()
  const mayWork = roleMay(plant.role, 'plant.operate')
  if (phone)
    return (
      <div className={styles.overview} data-part="overview">
        <ComplianceCard />
        {mayWork ? null : <WeekCard />}
        <AttentionCard />
        {mayWork ? (
          <>
            <WeekCard />
            <AnswerBoundary quiet>
              <OpenWalks />
            </AnswerBoundary>
          </>
        ) : null}
        <TrueNowCard />
        <UnitsCard />
        {nextTests}
        <AnswerBoundary>
          <LastTests />
        </AnswerBoundary>
        <RecentEvents />
        <RecentEnergy />
        <section className={`vx-card ${styles.phoneFacts}`}>
          <AnswerBoundary quiet>
            <PlantFacts />
          </AnswerBoundary>
        </section>
      </div>
    )
  return (
    <div className={styles.overview} data-part="overview">
      <TrueNowCard />
      <div className={styles.overviewColumns}>
        <div>
          <AttentionCard />
          <UnitsCard />
          <div className={styles.overviewPair}>
            <RecentEvents />
            <RecentEnergy />
          </div>
        </div>
        <div>
          <ComplianceCard />
          <WeekCard maxShown={maxDuties} />
          {nextTests}
        </div>
      </div>
    </div>
  )
}

/** Maximum duties beside the causes; the page of the week has all. */
const maxDuties = 4

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
