import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { PlanConflict, TestPlan, UnplacedCause } from '@vigilux/contract/features/planner/test-plan.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { tabPath, useWhyNotAllowed } from '../central-units/index.ts'
import { useConflictTexts } from './conflict-texts.ts'
import { PlanSettingsDialog } from './LazyPlanSettingsDialog.ts'
import * as styles from './planner.module.css'

type ConflictsProps = { answer: ActionOutput<'getTestPlan'>; plan: TestPlan; propose: () => void }

/** Number of conflicts shown before "show all". */
const initialRows = 5

/** Conflicts of the plan: those for a person to solve first, each with a remedy. */
export function PlanConflicts({ answer, plan, propose }: ConflictsProps) {
  const { t } = useTranslation('planner')
  const [showsAll, setShowsAll] = useState(false)
  const open = plan.conflicts.filter(({ unsolved }) => unsolved).length
  const counts = { open, solved: plan.conflicts.length - open }
  const shown = showsAll ? plan.conflicts : plan.conflicts.slice(0, initialRows)
  return (
    <Card title={t('conflicts.title')} aside={plan.conflicts.length > 0 ? t('conflicts.counts', counts) : null}>
      {plan.conflicts.length === 0 ? <p>{t('conflicts.none')}</p> : null}
      <ul className={styles.yearPlanList}>
        {shown.map((conflict, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conflicts have no names of their own, and are replaced as a whole
          <li key={n} data-unsolved={conflict.unsolved || undefined}>
            <Conflict conflict={conflict} answer={answer} plan={plan} propose={propose} />
          </li>
        ))}
      </ul>
      {shown.length < plan.conflicts.length ? (
        <Button variant="subtle" onClick={() => setShowsAll(true)}>
          {t('conflicts.all')}
        </Button>
      ) : null}
    </Card>
  )
}

function Conflict({ conflict, ...props }: ConflictsProps & { conflict: PlanConflict }) {
  const { titleOf, textOf } = useConflictTexts(props)
  const Mark = conflict.unsolved ? IconAlertTriangle : IconCircleCheck
  return (
    <>
      <Mark size={18} aria-hidden />
      <div>
        <b>{titleOf(conflict)}</b>
        <span>{textOf(conflict)}</span>
        <Help conflict={conflict} {...props} />
      </div>
    </>
  )
}

/** The remedy of a conflict for a person to solve. */
function Help({ conflict, ...props }: ConflictsProps & { conflict: PlanConflict }) {
  const { t } = useTranslation('planner')
  const { plantId } = useCurrentPlant()
  const { kind, cause, cu = '', share } = conflict
  if (kind === 'unplaced' && cause) return <UnplacedHelp cause={cause} cu={cu} {...props} />
  if (kind === 'unitSilent') return <AppLink to={tabPath(plantId, cu, 'overview')}>{t('checkUnit')}</AppLink>
  const isFixedAtUnit = kind === 'unitChanged' || kind === 'keptTogether' || (kind === 'keptDate' && conflict.unsolved)
  if (isFixedAtUnit) return <AppLink to={tabPath(plantId, cu, 'tests')}>{t('checkUnit')}</AppLink>
  if (kind === 'shareNotReached' && share !== undefined) return <AllowShare share={Math.floor(share)} {...props} />
  return null
}

function UnplacedHelp({ cause, cu, answer, propose }: ConflictsProps & { cause: UnplacedCause; cu: string }) {
  const { t } = useTranslation('planner')
  const { plantId } = useCurrentPlant()
  const [open, setOpen] = useState(false)
  const blockedReason = useWhyNotAllowed()
  const helpText = t(`help.${cause}`)
  const link = (to: string): ReactNode => <AppLink to={to}>{helpText}</AppLink>
  if (cause === 'unitNotEnabled') return link(pathTo('plantGeneral', { plantId }))
  if (cause === 'unitNotEnrolled') return link(tabPath(plantId, cu, 'overview'))
  if (cause === 'neighboursUnknown' || cause === 'noParity') return link(pathTo('devices', { plantId }))
  return (
    <>
      <ReasonButton variant="subtle" size="compact-sm" blockedReason={blockedReason} onClick={() => setOpen(true)}>
        {helpText}
      </ReasonButton>
      {open ? <PlanSettingsDialog answer={answer} onClose={() => setOpen(false)} onSaved={propose} /> : null}
    </>
  )
}

/** Adopts the best reachable share as the required one. */
function AllowShare({ share, answer: { settings, version }, propose }: ConflictsProps & { share: number }) {
  const { t } = useTranslation('planner')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const save = useActionMutation('savePlanSettings', { refresh: ['getTestPlan'], onSuccess: propose })
  // The required share may not be less than half of the lamps.
  if (share < 50) return null
  return (
    <>
      <ReasonButton
        variant="subtle"
        size="compact-sm"
        blockedReason={blockedReason}
        loading={save.isPending}
        onClick={() => save.mutate({ plantId, settings: { ...settings, ready: share }, version })}
      >
        {t('allow', { share })}
      </ReasonButton>
      <FormFailure error={save.error} />
    </>
  )
}
