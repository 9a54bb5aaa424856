import { ActionIcon, FileButton, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { FloorPlan } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { RemoveDialog } from '../../shared/feedback/RemoveDialog.tsx'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { acceptedDrawings } from './AddPlan.tsx'
import type { TaskKind } from './use-plan-task.ts'

const EditPlan = lazy(async () => (await import('./EditPlan.tsx')).EditPlan)

type MenuProps = {
  plan: FloorPlan
  /** Actions on the drawing; missing while there is none. */
  ofDrawing?: { begin: (kind: TaskKind) => void; replace: (files: readonly File[]) => void }
}

/** Edits a plan's name and floor, scale, drawing and order, or removes it; hidden without write permission. */
export function PlanMenu({ plan, ofDrawing }: MenuProps) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotAllowed()
  const plans = useAnswer('getFloorPlans', { plantId }).plans
  const move = useActionMutation('moveFloorPlan', { refresh: ['getFloorPlans'] })
  // Reset the input, because a browser does not report the same file chosen twice.
  const resetFileInput = useRef<() => void>(null)
  const [open, setOpen] = useState<'edit' | 'remove'>()
  if (blockedReason) return null
  const at = plans.findIndex(({ id }) => id === plan.id)
  const moveTo = (to: number) => move.mutateAsync({ plantId, planId: plan.id, to }).catch(toastFailure)
  const send = (file: File | null) => {
    resetFileInput.current?.()
    if (file) ofDrawing?.replace([file])
  }
  return (
    <>
      <FileButton accept={acceptedDrawings} resetRef={resetFileInput} onChange={send}>
        {({ onClick: chooseFile }) => (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label={t('menu')} title={t('menu')}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setOpen('edit')}>{t('edit')}</Menu.Item>
              {ofDrawing ? (
                <>
                  <Menu.Item onClick={() => ofDrawing.begin('room')}>{t('rooms.draw')}</Menu.Item>
                  <Menu.Item onClick={() => ofDrawing.begin('scale')}>{t('scale.title')}</Menu.Item>
                  <Menu.Item onClick={chooseFile}>{t('newer.send')}</Menu.Item>
                </>
              ) : null}
              <Menu.Item disabled={at <= 0} onClick={() => void moveTo(at - 1)}>
                {t('up')}
              </Menu.Item>
              <Menu.Item disabled={at < 0 || at >= plans.length - 1} onClick={() => void moveTo(at + 1)}>
                {t('down')}
              </Menu.Item>
              <Menu.Item color="red" onClick={() => setOpen('remove')}>
                {t('remove')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </FileButton>
      {open === 'edit' ? <EditPlan plan={plan} onClose={() => setOpen(undefined)} /> : null}
      <RemovePlan plan={plan} opened={open === 'remove'} onClose={() => setOpen(undefined)} />
    </>
  )
}

function RemovePlan({ plan, opened, onClose }: { plan: FloorPlan; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useCurrentPlant()
  const [, setSearch] = useSearchParams()
  return (
    <RemoveDialog
      opened={opened}
      action="removeFloorPlan"
      input={{ plantId, planId: plan.id }}
      refresh={['getFloorPlans', 'getFloorPlanLamps']}
      title={t('removeTitle', { plan: plan.name })}
      confirmLabel={t('remove')}
      done={t('removed', { plan: plan.name })}
      onCancel={onClose}
      onRemoved={() => {
        onClose()
        setSearch({ plan: undefined, lamp: undefined, unit: undefined })
      }}
    >
      <p>{t('removeText', { count: plan.lamps + plan.units })}</p>
    </RemoveDialog>
  )
}
