import { Button, Switch } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { usePhotoNotice } from '../attachments/index.ts'
import { AddPlanProgress, useReplacePlan } from './AddPlan.tsx'
import { PlanMenu } from './PlanMenu.tsx'
import { StartOnTheSpot } from './StartOnTheSpot.tsx'
import type { PlanWork } from './use-plan-work.ts'

type HeadProps = {
  plan: FloorPlan
  work: PlanWork
  placed: number
  total: number
  /** Lamps that are on no plan. */
  left: number
  hasLabels: boolean
  onLabels: (hasLabels: boolean) => void
}

/** What a plan is called, who edits it, and what can be done with it. */
export function PlanHead({ plan, work, placed, total, left, hasLabels, onLabels }: HeadProps) {
  const { t } = useTranslation('floor-plans')
  const { because, isEditing, setUnlocked, task } = work
  const replacing = useReplacePlan(plan.id)
  const { choose: replace, notice } = usePhotoNotice((files) => void replacing.attach(files))
  return (
    <>
      <header>
        <h2>{plan.name}</h2>
        <span className="vx-quiet">{t('placed', { placed, count: total })}</span>
        <EditorNote plan={plan} />
        <span className="vx-plan-head-end">
          <Switch
            label={t('numbers')}
            checked={hasLabels}
            onChange={(event) => onLabels(event.currentTarget.checked)}
          />
          <PlanMenu plan={plan} ofDrawing={{ begin: task.begin, replace }} />
          {isEditing ? null : <StartOnTheSpot plan={plan} left={left} because={because} />}
          <LockButton because={because} isEditing={isEditing} onChange={setUnlocked} />
        </span>
      </header>
      {notice}
      <AddPlanProgress adding={replacing} />
    </>
  )
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
