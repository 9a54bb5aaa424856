import { Button } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import * as styles from './floor-plans.module.css'
import { PlanMenu } from './PlanMenu.tsx'
import { StartOnTheSpot } from './StartOnTheSpot.tsx'
import type { PlanWorkspace } from './use-plan-workspace.ts'

type HeadProps = { plan: FloorPlan; placed: number; total: number; children: ReactNode }

/** A plan's name, its share of the plant's devices, and its editor, next to its actions. */
export function PlanHead({ plan, placed, total, children }: HeadProps) {
  const { t } = useTranslation('floor-plans')
  return (
    <header>
      <h2>{plan.name}</h2>
      <span className="vx-quiet">{t('placed', { placed, count: total })}</span>
      <EditorNote plan={plan} />
      {children}
    </header>
  )
}

type ActionsProps = {
  plan: FloorPlan
  work: PlanWorkspace
  /** Lamps on no plan. */
  unplaced: number
  onReplace: (files: readonly File[]) => void
}

export function PlanActions({ plan, work, unplaced, onReplace }: ActionsProps) {
  const { blockedReason, isEditing, setUnlocked, task } = work
  return (
    <span className={styles.planHeadEnd}>
      <PlanMenu plan={plan} ofDrawing={{ begin: task.begin, replace: onReplace }} />
      {isEditing ? null : <StartOnTheSpot plan={plan} unplaced={unplaced} blockedReason={blockedReason} />}
      <LockButton blockedReason={blockedReason} isEditing={isEditing} onChange={setUnlocked} />
    </span>
  )
}

/** Another person who is editing the plan. */
function EditorNote({ plan }: { plan: FloorPlan }) {
  const { t } = useTranslation('floor-plans')
  const { userid } = useSignedInUser()
  const { editor } = plan
  if (!editor || editor.userid === userid) return null
  return (
    <span role="status" className={styles.planEditor}>
      {t('edits', { name: editor.name })}
    </span>
  )
}

type LockProps = { blockedReason: string | undefined; isEditing: boolean; onChange: (unlocked: boolean) => void }

/** A plan opens locked: a panning finger must move no lamp. */
function LockButton({ blockedReason, isEditing, onChange }: LockProps) {
  const { t } = useTranslation('floor-plans')
  return isEditing ? (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLock size={16} aria-hidden />}
      onClick={() => onChange(false)}
    >
      {t('lock')}
    </Button>
  ) : (
    <ReasonButton
      size="xs"
      blockedReason={blockedReason}
      leftSection={<IconLockOpen size={16} aria-hidden />}
      onClick={() => onChange(true)}
    >
      {t('unlock')}
    </ReasonButton>
  )
}
