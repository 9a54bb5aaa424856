import { Loader } from '@mantine/core'
import { IconMap } from '@tabler/icons-react'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { RoomTabs } from '../../shared/plant/RoomTabs.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import * as tableStyles from '../../shared/table/table.module.css'
import { pathTo } from '../../site-map.ts'
import { AddPlan, AddPlanProgress, useAddPlan } from './AddPlan.tsx'
import { ChooseDrawing } from './ChooseDrawing.tsx'
import * as styles from './floor-plans.module.css'
import { PlanList } from './PlanList.tsx'
import { PlanMenu } from './PlanMenu.tsx'
import { usePlanDevices } from './use-plan-devices.ts'

/** A plan whose drawing is being processed, waits for a choice, or was refused. */
function PendingPlan({ plan }: { plan: FloorPlan }) {
  const { t } = useTranslation('floor-plans')
  const { state, refusal, choices } = plan.drawing
  return (
    <section className={`vx-card ${styles.planUnready}`}>
      <header>
        <h2>{plan.name}</h2>
        <PlanMenu plan={plan} />
      </header>
      {state === 'choose' && choices ? <ChooseDrawing plan={plan} choices={choices} /> : null}
      {state === 'refused' ? <p role="alert">{t(`refused.${refusal ?? 'unreadable'}`)}</p> : null}
      {state === 'reading' || state === 'drawing' ? (
        <p role="status">
          <Loader size={16} aria-hidden /> {t(`state.${state}`)}
        </p>
      ) : null}
    </section>
  )
}

/** Loads with the texts and parts of commissioning. */
const OnTheSpot = lazy(
  async () => (await Promise.all([import('./OnTheSpot.tsx'), loadTextBundles('walk')]))[0].OnTheSpot,
  {
    meanwhile: <PlansLoading />,
  },
)
const PlanView = lazy(async () => (await import('./PlanView.tsx')).PlanView, { meanwhile: <PlansLoading /> })

/** A plant's floor plans, and the open one with every device in place; or a walk for placing lamps on it. */
export function FloorPlansPage() {
  const [search] = useSearchParams()
  return search.walk ? <OnTheSpot walkId={search.walk} /> : <AllPlans />
}

function AllPlans() {
  const { t } = useTranslation('floor-plans')
  const { t: tShell } = useTranslation('shell')
  const { plantId, plant } = useCurrentPlant()
  const { plans } = useAnswer('getFloorPlans', { plantId })
  const addPlan = useAddPlan()
  const count = plans.length
  const isPhone = usePhone()
  return (
    <>
      <PageHeader
        title={tShell('menu.floorPlans')}
        facts={
          count > 0 && (!isPhone || plant.tier === 'basic') ? (
            <>
              {isPhone ? null : <span>{t('count', { count })}</span>}
              {plant.tier === 'basic' ? (
                <AppLink to={pathTo('plantGeneral', { plantId }, { tab: 'advanced' })}>{t('basic')}</AppLink>
              ) : null}
            </>
          ) : null
        }
        actions={
          count > 0 ? (
            <RoleAction>
              <AddPlan adding={addPlan} />
            </RoleAction>
          ) : null
        }
      />
      {/* On a phone the menu leads to the rooms, and the drawing comes first. */}
      {isPhone && count > 0 ? null : <RoomTabs side="plans" />}
      <AddPlanProgress adding={addPlan} />
      <AnswerBoundary>
        {count === 0 ? (
          <div className="vx-card">
            <EmptyState icon={IconMap} title={t('none.title')} action={<AddPlan adding={addPlan} />}>
              {t('none.text')}
            </EmptyState>
          </div>
        ) : (
          <OpenPlans plans={plans} />
        )}
      </AnswerBoundary>
    </>
  )
}

function PlansLoading() {
  return (
    <div className="vx-card">
      <LoadingRows />
    </div>
  )
}

function OpenPlans({ plans }: { plans: readonly FloorPlan[] }) {
  const { t } = useTranslation('floor-plans')
  const [search] = useSearchParams()
  const devices = usePlanDevices()
  // A link from a lamp or a unit contains only the device: open the plan with this device.
  const namedDevice = search.lamp ?? search.unit
  const requestedPlan = search.plan ?? devices.planOf.get(namedDevice ?? '')
  const open = requestedPlan ? plans.find(({ id }) => id === requestedPlan) : plans[0]
  const isUnplaced = namedDevice !== undefined && search.plan === undefined && requestedPlan === undefined
  const list = <PlanList plans={plans} openId={open?.id} devices={devices} />
  if (!open)
    return (
      <div className={styles.plans}>
        {list}
        <p role="status" className={tableStyles.tableNothing}>
          {t('gone')}
        </p>
      </div>
    )
  return (
    <>
      {isUnplaced ? (
        <p role="status" className="vx-quiet">
          {t('onNoPlan')}
        </p>
      ) : null}
      {open.drawing.state === 'ready' ? (
        <PlanView key={open.id} plan={open} plans={plans} devices={devices} list={list} />
      ) : (
        <div className={styles.plans}>
          {list}
          <PendingPlan plan={open} />
        </div>
      )}
    </>
  )
}
