import { Alert, Switch } from '@mantine/core'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LeaveQuestion } from '../../shared/form/UnsavedGuard.tsx'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { topicOf } from '../../shared/plant/unit-topic.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import type { StateName } from '../../shared/status/states.ts'
import { usePhotoNotice } from '../attachments/index.ts'
import { UnitPanel } from '../central-units/index.ts'
import { BundleFromLink, LampPanel } from '../lamps/index.ts'
import { AddPlanProgress, useReplacePlan } from './AddPlan.tsx'
import { PlanCanvas } from './canvas/PlanCanvas.tsx'
import type { Places } from './draft.ts'
import * as styles from './floor-plans.module.css'
import { PlacedDevices } from './PlacedDevices.tsx'
import { PlanChips } from './PlanChips.tsx'
import { PlanDistances } from './PlanDistances.tsx'
import { PlanActions, PlanHead } from './PlanHead.tsx'
import { PlanLayers } from './PlanLayers.tsx'
import { PlanLegend, shownStates } from './PlanLegend.tsx'
import { PlanPdf } from './PlanPdf.tsx'
import { PlanTools } from './PlanTools.tsx'
import { keyOf, markOf } from './placeable.ts'
import { SaveBar } from './SaveBar.tsx'
import { UnplacedDevices } from './UnplacedDevices.tsx'
import type { PlanDevices } from './use-plan-devices.ts'
import { usePlanLayer } from './use-plan-layer.ts'
import { canvasPicture } from './use-plan-picture.ts'
import { type PlanWorkspace, usePlanWorkspace } from './use-plan-workspace.ts'

const DrawRoom = lazy(async () => (await import('./DrawRoom.tsx')).DrawRoom)
const MeasurePlan = lazy(async () => (await import('./MeasurePlan.tsx')).MeasurePlan)
const AlignPlan = lazy(async () => (await import('./AlignPlan.tsx')).AlignPlan)
const PositionsIn = lazy(async () => (await import('./ImportPositions.tsx')).ImportPositions)
const NextDrawing = lazy(async () => (await import('./NextDrawing.tsx')).NextDrawing)

type ViewProps = { plan: FloorPlan; plans: readonly FloorPlan[]; devices: PlanDevices; list: ReactNode }

/** One plan: read-only while locked, editable once unlocked. */
export function PlanView({ plan, plans, devices, list }: ViewProps) {
  const [search] = useSearchParams()
  const work = usePlanWorkspace(plan, devices)
  const { draft, isEditing, places, selected } = work
  const { placed, counts, shown } = useMemo(
    () => visibleDevices(devices, places, shownStates(search.f)),
    [devices, places, search.f],
  )
  const layer = usePlanLayer(shown)
  const isPhone = usePhone()
  return (
    <div className={styles.plans} data-editing={isEditing || undefined}>
      {isEditing ? <LeaveQuestion unsaved={() => draft.changes > 0} pathOnly /> : null}
      {list}
      {isPhone ? <PlanChips layer={layer} counts={counts} /> : null}
      <BundleFromLink />
      <PlanCard plan={plan} devices={devices} placed={placed.length} layer={layer} work={work} />
      <SideColumn plan={plan} plans={plans} devices={devices} work={work} />
      <div className={styles.planAbout}>
        {isPhone ? null : (
          <>
            <PlanLayers layer={layer} />
            <PlanLegend counts={counts} />
          </>
        )}
        <PlanDistances reach={work.reach} selected={selected} onPick={work.show} />
        <PlanPdf plan={plan} devices={devices} places={places} isUnsaved={isEditing && draft.changes > 0} />
      </div>
    </div>
  )
}

type CardProps = {
  plan: FloorPlan
  devices: PlanDevices
  placed: number
  layer: ReturnType<typeof usePlanLayer>
  work: PlanWorkspace
}

function PlanCard({ plan, devices, placed, layer, work }: CardProps) {
  const { t } = useTranslation('floor-plans')
  const [snaps, setSnaps] = useState(true)
  const [hasLabels, setLabels] = useState(false)
  const { draft, editing, isEditing, picture, places, selected, task } = work
  const isPhone = usePhone()
  const replacePlan = useReplacePlan(plan.id)
  const { choose: replace, notice } = usePhotoNotice((files) => void replacePlan.attach(files))
  const actions = (
    <PlanActions
      plan={plan}
      work={work}
      unplaced={devices.lamps.filter((lamp) => !devices.planOf.has(keyOf(lamp))).length}
      onReplace={replace}
    />
  )
  const header = (
    <>
      <PlanHead plan={plan} placed={placed} total={devices.all.length}>
        {isPhone ? null : actions}
      </PlanHead>
      {notice}
      <AddPlanProgress adding={replacePlan} />
    </>
  )
  // On a phone the buttons are below the plan, because above it they would push it off the screen.
  const footContent = isPhone ? <footer className={styles.planFoot}>{actions}</footer> : null
  if (task.kind === 'align' && plan.next?.state === 'ready')
    return (
      <section className={`vx-card ${styles.plan}`} aria-label={plan.name}>
        {header}
        <AlignPlan key={plan.next.id} plan={plan} next={plan.next} devices={devices} onEnd={task.end} />
        {footContent}
      </section>
    )
  return (
    <section className={`vx-card ${styles.plan}`} aria-label={plan.name}>
      {header}
      {plan.drawing.looksEmpty ? <Alert color="yellow">{t('looksEmpty')}</Alert> : null}
      {plan.next ? <NextDrawing plan={plan} work={work} /> : null}
      {isEditing ? <PlanTools draft={draft} editing={editing} snaps={snaps} onSnaps={setSnaps} /> : null}
      {task.kind === 'room' ? <DrawRoom plan={plan} work={work} task={task} /> : null}
      {task.kind === 'scale' ? <MeasurePlan plan={plan} task={task} /> : null}
      {picture.error ? <ErrorState error={picture.error} retry={() => void picture.refetch()} /> : null}
      <PlanCanvas
        label={t('canvas', { plan: plan.name })}
        ratio={ratioOf(plan)}
        {...canvasPicture(plan.drawing, picture)}
        handle={work.handle}
        corner={
          <Switch
            label={t('numbers')}
            checked={hasLabels}
            onChange={(event) => setLabels(event.currentTarget.checked)}
          />
        }
        marks={layer.marks}
        heat={layer.heat}
        selected={selected}
        mayMove={isEditing && task.kind === undefined}
        snaps={snaps}
        hasLabels={hasLabels}
        spots={task.spots}
        takesSpots={task.kind !== undefined}
        reach={work.reach.shown}
        areas={work.areas}
        joinsSpots={task.kind === 'scale'}
        onPick={work.pick}
        onTap={work.tap}
        onMove={draft.step}
        onKey={work.onKey}
      />
      {footContent}
      <PlacedDevices devices={devices} keys={[...places.keys()]} selected={selected} onPick={work.show} />
    </section>
  )
}

/** Height of the drawing relative to its width. */
const ratioOf = ({ drawing: { picture } }: FloorPlan): number => (picture ? picture.height / picture.width : 1)

type SideColumnProps = { plan: FloorPlan; plans: readonly FloorPlan[]; devices: PlanDevices; work: PlanWorkspace }

/** Next to the plan: unplaced devices during editing, or the open lamp or unit. */
function SideColumn({ plan, plans, devices, work }: SideColumnProps) {
  const { detail, draft, editing, isEditing, places, spotAt } = work
  const { units } = useCurrentPlant()
  const open = detail.key ? devices.lampByKey.get(detail.key) : undefined
  const unit = units.find((one) => topicOf(one) === detail.key)
  if (isEditing)
    return (
      <aside className={`vx-card ${styles.planEditing}`}>
        <UnplacedDevices
          devices={devices}
          planId={plan.id}
          places={places}
          editing={editing}
          nameOf={(id) => plans.find((one) => one.id === id)?.name ?? ''}
          onDrop={(keys, at) => {
            const position = spotAt(at)
            if (document.elementFromPoint(at.x, at.y)?.closest('[data-part="plan-stage"]'))
              editing.put(keys.map((key, n) => [key, [position[0] + n * 0.02, position[1]]]))
          }}
        />
        <PositionsIn devices={devices} work={work} />
        <SaveBar draft={draft} />
      </aside>
    )
  const panel = { onClose: detail.close, onPrevious: undefined, onNext: undefined }
  if (unit) return <UnitPanel key={detail.key} unit={unit} {...panel} />
  return open ? <LampPanel key={detail.key} lamp={open} {...panel} /> : null
}

/** The plan's existing devices, their counts by state, and the ones to draw. */
function visibleDevices(devices: PlanDevices, places: Places, shownStates: ReadonlySet<string>) {
  const placedDevices = [...places].flatMap(([key, at]) => {
    const device = devices.byKey.get(key)
    return device ? [{ device, mark: markOf(device, at) }] : []
  })
  const counts = new Map<StateName, number>()
  for (const { device } of placedDevices) counts.set(device.state, (counts.get(device.state) ?? 0) + 1)
  const shown = placedDevices.filter(({ device }) => shownStates.size === 0 || shownStates.has(device.state))
  return { placed: placedDevices, counts, shown }
}
