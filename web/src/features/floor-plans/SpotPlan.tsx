import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { PlanCanvas, type PlanHandle } from './canvas/PlanCanvas.tsx'
import * as styles from './floor-plans.module.css'
import { markOf } from './placeable.ts'
import type { LampPlacing } from './use-lamp-placing.ts'
import { usePlanAreas } from './use-plan-areas.ts'
import type { PlanDevices } from './use-plan-devices.ts'
import { canvasPicture, useDrawingPicture } from './use-plan-picture.ts'

type SpotPlanProps = { plan: FloorPlan; devices: PlanDevices; lamp: WalkLamp; spot: LampPlacing }

const ignoreTap = () => undefined

/** The plan on which a tap, or Enter for its center, sets the lamp's place. */
export function SpotPlan({ plan, devices, lamp, spot: lampPlacing }: SpotPlanProps) {
  const { t } = useTranslation('floor-plans')
  const picture = useDrawingPicture(plan.drawing, plan.id)
  const areas = usePlanAreas(plan.id)
  const handle = useRef<PlanHandle>(null)
  const key = `${lamp.topic}.${lamp.addr}`
  const places = new Map(devices.savedOf(plan.id).places)
  if (lampPlacing.at) places.set(key, lampPlacing.at)
  const marks = [...places].flatMap(([deviceKey, at]) => {
    const device = devices.byKey.get(deviceKey)
    return device ? [markOf(device, at)] : []
  })
  return (
    <section className={`vx-card ${styles.plan}`} aria-label={plan.name}>
      <p role="status" className={styles.spotHow}>
        {t(lampPlacing.at ? 'spot.again' : 'spot.tap')}
      </p>
      {picture.error ? <ErrorState error={picture.error} retry={() => void picture.refetch()} /> : null}
      <PlanCanvas
        label={t('spot.canvas', { plan: plan.name })}
        {...canvasPicture(plan.drawing, picture)}
        handle={handle}
        marks={marks}
        selected={new Set([key])}
        mayMove={false}
        snaps={false}
        hasLabels={false}
        spots={[]}
        takesSpots
        joinsSpots={false}
        reach={null}
        areas={areas}
        heat={[]}
        onPick={ignoreTap}
        onTap={lampPlacing.tap}
        onMove={ignoreTap}
        onKey={({ key: pressedKey }) => {
          if (pressedKey !== 'Enter' || !handle.current) return false
          lampPlacing.tap(handle.current.spotAt())
          return true
        }}
      />
    </section>
  )
}
