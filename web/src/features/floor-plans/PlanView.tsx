import { Button, Switch } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { LeaveQuestion } from '../../shared/form/UnsavedGuard.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useSignedInUser } from '../../shared/session/session.ts'
import type { StateName } from '../../shared/status/states.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { LampPanel } from '../lamps/index.ts'
import type { Places } from './draft.ts'
import { PlacedLamps } from './PlacedLamps.tsx'
import { PlanCanvas, type PlanHandle } from './PlanCanvas.tsx'
import { PlanLegend, shownStates } from './PlanLegend.tsx'
import { PlanMenu } from './PlanMenu.tsx'
import { PlanPaper } from './PlanPaper.tsx'
import { PlanTools } from './PlanTools.tsx'
import { SaveBar } from './SaveBar.tsx'
import { Unplaced } from './Unplaced.tsx'
import { useHolding } from './use-holding.ts'
import { usePlanDraft } from './use-plan-draft.ts'
import { usePlanEditing } from './use-plan-editing.ts'
import { markOf, type PlanLamps } from './use-plan-lamps.ts'
import { usePlanPicture } from './use-plan-picture.ts'

type ViewProps = { plan: FloorPlan; plans: readonly FloorPlan[]; lamps: PlanLamps; list: ReactNode }

/** One plan: looked at while it is locked, changed once it is unlocked. */
export function PlanView({ plan, plans, lamps, list }: ViewProps) {
  const { t } = useTranslation('floor-plans')
  const because = useWhyNotAllowed()
  const [search] = useSearchParams()
  const detail = useOpenDetail('lamp')
  const picture = usePlanPicture(plan)
  const draft = usePlanDraft(plan.id, lamps.savedOf(plan.id))
  const [unlocked, setUnlocked] = useState(false)
  const isEditing = unlocked && because === undefined
  const [snaps, setSnaps] = useState(true)
  const [hasLabels, setLabels] = useState(false)
  const size = plan.drawing.picture ?? { width: 1, height: 1 }
  // A draft of before is shown to who unlocks the plan; all others see what is saved.
  const places = isEditing ? draft.places : lamps.savedOf(plan.id).places
  const editing = usePlanEditing({ draft, places, size, isEditing })
  const handle = useRef<PlanHandle>(null)
  useHolding(plan.id, isEditing)
  const { placed, counts, marks } = seenLamps(lamps, places, shownStates(search.f))
  const open = detail.key ? lamps.byKey.get(detail.key) : undefined
  const show = (key: string) => {
    const at = places.get(key)
    if (at) handle.current?.centre(at)
    if (isEditing) editing.setSelected(new Set([key]))
    else detail.open(key)
  }
  useCentred(detail.key, () => detail.key && places.get(detail.key), handle, picture.data !== undefined)
  const selected = isEditing ? editing.selected : new Set(detail.key ? [detail.key] : [])
  return (
    <div className="vx-plans" data-editing={isEditing || undefined}>
      {isEditing ? <LeaveQuestion unsaved={() => draft.changes > 0} pathOnly /> : null}
      <div className="vx-plan-side">
        {list}
        <PlanLegend counts={counts} />
        <PlanPaper plan={plan} />
      </div>
      <section className="vx-card vx-plan" aria-label={plan.name}>
        <header>
          <h2>{plan.name}</h2>
          <span className="vx-quiet">{t('placed', { placed: placed.length, count: lamps.lamps.length })}</span>
          <EditorNote plan={plan} />
          <span className="vx-plan-head-end">
            <Switch
              label={t('numbers')}
              checked={hasLabels}
              onChange={(event) => setLabels(event.currentTarget.checked)}
            />
            <PlanMenu plan={plan} />
            <LockButton because={because} isEditing={isEditing} onChange={setUnlocked} />
          </span>
        </header>
        {isEditing ? <PlanTools draft={draft} editing={editing} snaps={snaps} onSnaps={setSnaps} /> : null}
        {picture.error ? <ErrorState error={picture.error} retry={() => void picture.refetch()} /> : null}
        <PlanCanvas
          label={t('canvas', { plan: plan.name })}
          picture={picture.data}
          handle={handle}
          marks={marks}
          selected={selected}
          mayMove={isEditing}
          snaps={snaps}
          hasLabels={hasLabels}
          onPick={(key, more) => key && (isEditing ? editing.pick(key, more) : detail.open(key))}
          onTap={(spot) => (isEditing ? editing.tap(spot) : detail.key && detail.close())}
          onMove={draft.step}
          onKey={(event) => editing.onKey(event, handle.current?.spotAt() ?? [0.5, 0.5])}
        />
        <PlacedLamps lamps={lamps} keys={[...places.keys()]} selected={selected} onPick={show} />
      </section>
      {isEditing ? (
        <aside className="vx-card vx-plan-editing">
          <Unplaced
            lamps={lamps}
            planId={plan.id}
            places={places}
            editing={editing}
            nameOf={(id) => plans.find((one) => one.id === id)?.name ?? ''}
            onDrop={(keys, at) => {
              const spot = handle.current?.spotAt(at) ?? [0.5, 0.5]
              if (document.elementFromPoint(at.x, at.y)?.closest('.vx-plan-stage'))
                editing.put(keys.map((key, n) => [key, [spot[0] + n * 0.02, spot[1]]]))
            }}
          />
          <SaveBar draft={draft} />
        </aside>
      ) : open ? (
        <LampPanel key={detail.key} lamp={open} onClose={detail.close} onPrevious={undefined} onNext={undefined} />
      ) : null}
    </div>
  )
}

/** The lamps of a plan that their units report, how many are in which state, and what is drawn of them. */
function seenLamps(lamps: PlanLamps, places: Places, only: ReadonlySet<string>) {
  const placed = [...places].flatMap(([key, at]) => {
    const lamp = lamps.byKey.get(key)
    return lamp ? [{ lamp, mark: markOf(lamp, at) }] : []
  })
  const counts = new Map<StateName, number>()
  for (const { lamp } of placed) counts.set(lamp.condition, (counts.get(lamp.condition) ?? 0) + 1)
  const marks = placed.filter(({ lamp }) => only.size === 0 || only.has(lamp.condition)).map(({ mark }) => mark)
  return { placed, counts, marks }
}

/** Brings the lamp that the address names to the middle, once the plan is there. */
function useCentred(
  key: string | undefined,
  spot: () => readonly [number, number] | '' | undefined,
  handle: React.RefObject<PlanHandle | null>,
  isReady: boolean,
): void {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const at = spot()
    if (!isReady || !key || !at || shown.current === key) return
    // What is pressed on the plan is in sight already; only an address from elsewhere moves the view.
    if (shown.current === undefined) handle.current?.centre(at)
    shown.current = key
  })
}

/** Who else edits the plan now. */
function EditorNote({ plan }: { plan: FloorPlan }) {
  const { t } = useTranslation('floor-plans')
  const { userid } = useSignedInUser()
  const { editor } = plan
  if (!editor || editor.userid === userid) return null
  return (
    <span role="status" className="vx-plan-editor">
      {t('edits', { name: editor.name })}
    </span>
  )
}

type LockProps = { because: string | undefined; isEditing: boolean; onChange: (unlocked: boolean) => void }

/** A plan opens locked, so that a finger that moves it moves no lamp. */
function LockButton({ because, isEditing, onChange }: LockProps) {
  const { t } = useTranslation('floor-plans')
  return isEditing ? (
    <Button variant="default" leftSection={<IconLock size={16} aria-hidden />} onClick={() => onChange(false)}>
      {t('lock')}
    </Button>
  ) : (
    <ReasonButton because={because} leftSection={<IconLockOpen size={16} aria-hidden />} onClick={() => onChange(true)}>
      {t('unlock')}
    </ReasonButton>
  )
}
