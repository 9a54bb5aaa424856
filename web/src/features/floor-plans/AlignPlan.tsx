import { Button } from '@mantine/core'
import { alignment, clampToDrawing } from '@vigilux/contract/features/floor-plans/floor-plan.rules.ts'
import { type Drawing, type FloorPlan, isSameSpot } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { PlanCanvas, type PlanHandle } from './canvas/PlanCanvas.tsx'
import type { Spot } from './draft.ts'
import * as styles from './floor-plans.module.css'
import { markOf } from './placeable.ts'
import type { PlanDevices } from './use-plan-devices.ts'
import { canvasPicture, useDrawingPicture } from './use-plan-picture.ts'

const noDevices: ReadonlySet<string> = new Set()
const toPlanSpot = ([x, y]: Spot) => ({ x, y })
/** Tolerance of the aspect ratio, for rounding, when two drawings count as the same section. */
const shapeTolerance = 0.01

/** Two opposite corners, which correspond on two drawings of the same shape. */
const corners: readonly Spot[] = [
  [0, 0],
  [1, 1],
]

type AlignProps = { plan: FloorPlan; next: Drawing; devices: PlanDevices; onEnd: () => void }

/** The two points on the old drawing, each with its place on the new one; null before all four are set. */
const pairsOf = (points: readonly Spot[]) => {
  const [a, b, c, d] = points.map(toPlanSpot)
  return a && b && c && d ? { first: { before: a, now: c }, second: { before: b, now: d } } : null
}

/** Aligns a plan's devices to its newer drawing, by the same two points on the old and the new one. */
export function AlignPlan({ plan, next, devices, onEnd }: AlignProps) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const [points, setPoints] = useState<readonly Spot[]>([])
  const [isSamePoint, setSamePoint] = useState(false)
  const handle = useRef<PlanHandle>(null)
  const align = useActionMutation('alignDrawing', { refresh: ['getFloorPlans', 'getFloorPlanLamps'] })
  const isOld = points.length < 2
  const picture = useDrawingPicture(isOld ? plan.drawing : next, plan.id)
  const { version, places } = devices.savedOf(plan.id)
  const pairs = pairsOf(points)
  const [oldPicture, now] = [plan.drawing.picture, next.picture]
  const move = pairs && oldPicture && now ? alignment(oldPicture, now, pairs) : null
  const marks = [...places].flatMap(([key, at]) => {
    const device = devices.byKey.get(key)
    const newPlace = move ? clampToDrawing(move(toPlanSpot(at))) : toPlanSpot(at)
    return device && (isOld || move) ? [markOf(device, [newPlace.x, newPlace.y])] : []
  })
  const tap = (position: Spot) => {
    const last = points.at(-1)
    const isSecond = points.length % 2 === 1
    const isSame = isSecond && last !== undefined && isSameSpot(toPlanSpot(last), toPlanSpot(position))
    setSamePoint(isSame)
    if (!isSame && points.length < 4) setPoints([...points, position])
  }
  const back = () => {
    setSamePoint(false)
    setPoints(points.slice(0, -1))
  }
  const onKey = ({ key }: KeyboardEvent): boolean => {
    if (key === 'Enter') tap(handle.current?.spotAt() ?? [0.5, 0.5])
    else if (key === 'Backspace') back()
    else if (key === 'Escape') onEnd()
    else return false
    return true
  }
  const save = async () => {
    if (!pairs) return
    const { outside } = await align.mutateAsync({
      plantId,
      planId: plan.id,
      drawingId: next.id,
      version,
      alignment: pairs,
    })
    toastDone(outside > 0 ? t('newer.outside', { count: outside }) : t('newer.done'))
    onEnd()
  }
  const steps = ['newer.old1', 'newer.old2', 'newer.now1', 'newer.now2', 'newer.check'] as const
  const isOneShape =
    oldPicture &&
    now &&
    Math.abs((oldPicture.width * now.height) / (oldPicture.height * now.width) - 1) < shapeTolerance
  return (
    <>
      <section className={styles.planTask} aria-label={t('newer.align')}>
        <p role="status">{t(steps[points.length] ?? 'newer.check')}</p>
        {isSamePoint ? <p role="alert">{t('scale.samePoint')}</p> : null}
        <div className={styles.planTaskRow}>
          <ReasonButton
            blockedReason={pairs ? undefined : t('newer.pointsFirst')}
            loading={align.isPending}
            onClick={() => void save().catch(() => undefined)}
          >
            {t('newer.save')}
          </ReasonButton>
          {isOneShape && points.length === 0 ? (
            <Button variant="default" onClick={() => setPoints([...corners, ...corners])}>
              {t('newer.keepPlaces')}
            </Button>
          ) : null}
          <ReasonButton
            variant="default"
            blockedReason={points.length === 0 ? t('newer.noPoint') : undefined}
            onClick={back}
          >
            {t('newer.back')}
          </ReasonButton>
          <Button variant="default" onClick={onEnd}>
            {t('cancel')}
          </Button>
        </div>
        <FormFailure error={align.error} />
      </section>
      <PlanCanvas
        key={isOld ? plan.drawing.id : next.id}
        label={t('canvas', { plan: isOld ? plan.name : next.name })}
        {...canvasPicture(isOld ? plan.drawing : next, picture)}
        handle={handle}
        marks={marks}
        selected={noDevices}
        mayMove={false}
        snaps={false}
        hasLabels={false}
        spots={isOld ? points : points.slice(2)}
        takesSpots={points.length < 4}
        reach={null}
        heat={[]}
        areas={[]}
        joinsSpots
        onPick={() => undefined}
        onTap={tap}
        onMove={() => undefined}
        onKey={onKey}
      />
    </>
  )
}
