import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import * as walkStyles from '../../shared/layout/walk.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useIsDisconnected } from '../../shared/realtime/connectivity.ts'
import { useWakeLock } from '../../shared/use-wake-lock.ts'
import { pathTo } from '../../site-map.ts'
import { useWhyNotEntitled } from '../central-units/index.ts'
import {
  BlinkingLamp,
  NoLamp,
  useCurrentLamp,
  useLampClaim,
  useReleaseOnLeave,
  useWalkSteps,
  WalkEnd,
  WalkProgress,
} from '../commissioning/index.ts'
import * as styles from './floor-plans.module.css'
import { SpotFoot } from './SpotFoot.tsx'
import { SpotPlan } from './SpotPlan.tsx'
import { useLampPlacing } from './use-lamp-placing.ts'
import { type PlanDevices, usePlanDevices } from './use-plan-devices.ts'

type WalkAnswer = ActionOutput<'getWalk'>
type Open = WalkAnswer & { plan: FloorPlan; lamps: WalkAnswer['lamps']; devices: PlanDevices }

const noPlaces: readonly [] = []

/** Places lamps on the spot: one blinks, a tap on the plan sets its place, and the next one blinks. */
export function OnTheSpot({ walkId }: { walkId: string }) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const answer = useAnswer('getWalk', { plantId, walkId })
  const { plans } = useAnswer('getFloorPlans', { plantId })
  const devices = usePlanDevices()
  const isReader = useWhyNotEntitled() !== undefined
  const plan = plans.find(({ id }) => id === answer.walk.plan_id)
  if (!plan) return <p role="status">{t('gone')}</p>
  const isOver = isReader || answer.walk.ended_at !== null
  return (
    <div className={`${walkStyles.walk} ${styles.spot}`}>
      <PageHeader
        title={plan.name}
        ownTitle
        facts={<AppLink to={pathTo('plantMaps', { plantId }, { plan: plan.id })}>{t('spot.leave')}</AppLink>}
      />
      <WalkProgress {...answer} />
      {isOver ? <WalkEnd {...answer} /> : <LampPlacingView key={walkId} {...answer} plan={plan} devices={devices} />}
    </div>
  )
}

function LampPlacingView({ walk, lamps, plan, devices }: Open) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  useWakeLock()
  const isDisconnected = useIsDisconnected()
  const walker = useWalkSteps(plantId, walk.id)
  const { current, after } = useCurrentLamp({ lamps, places: noPlaces, isAway: isDisconnected }, walker)
  useLampClaim(current, walker, isDisconnected)
  useReleaseOnLeave(plantId, walk.id, current)
  const lampPlacing = useLampPlacing(current, walker)
  if (!current) return <NoLamp walk={walk} lamps={lamps} isAway={isDisconnected} walker={walker} />
  return (
    <>
      {isDisconnected ? (
        <p role="status" className={walkStyles.walkAway}>
          {t('spot.away')}
        </p>
      ) : (
        <BlinkingLamp key={lampPlacing.key} lamp={current} walker={walker} />
      )}
      <SpotPlan plan={plan} devices={devices} lamp={current} spot={lampPlacing} />
      <FormFailure error={walker.failure} />
      <SpotFoot lamp={current} lamps={lamps} after={after} walker={walker} spot={lampPlacing} isAway={isDisconnected} />
    </>
  )
}
