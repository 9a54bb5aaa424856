import { FileButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { floorPlanLimits } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { callOnce } from '../../shared/api/use-action.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { AttachProgress, useAttach, usePhotoNotice } from '../attachments/index.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import * as styles from './floor-plans.module.css'

export const acceptedDrawings =
  '.png,.jpg,.jpeg,.webp,.svg,.pdf,.dxf,image/png,image/jpeg,image/webp,image/svg+xml,application/pdf'

/** Uploads drawings, each of which becomes a floor plan. */
export function useAddPlan() {
  const { plantId } = useCurrentPlant()
  return useAttach({
    maxBytes: floorPlanLimits.bytes,
    askLeave: ({ size: bytes }) => callOnce('uploadFloorPlan', { plantId, roomId: null, bytes }),
    refresh: 'getFloorPlans',
  })
}
/** Uploads a newer drawing of a plan. */
export function useReplacePlan(planId: string) {
  const { plantId } = useCurrentPlant()
  return useAttach({
    maxBytes: floorPlanLimits.bytes,
    askLeave: ({ size: bytes }) => callOnce('uploadDrawing', { plantId, planId, bytes }),
    refresh: 'getFloorPlans',
  })
}
type Adding = ReturnType<typeof useAddPlan>

export function AddPlan({ adding }: { adding: Adding }) {
  const { t } = useTranslation('floor-plans')
  const blockedReason = useWhyNotAllowed()
  const { notice, ...noticed } = usePhotoNotice((files) => void adding.attach(files))
  // Reset the input, because a browser does not report the same file chosen twice.
  const resetFileInput = useRef<() => void>(null)
  const chooseFiles = (files: readonly File[]) => {
    resetFileInput.current?.()
    void noticed.choose(files)
  }
  return (
    <>
      {notice}
      <FileButton multiple accept={acceptedDrawings} resetRef={resetFileInput} onChange={chooseFiles}>
        {({ onClick }) => (
          <ReasonButton
            blockedReason={blockedReason}
            loading={adding.sending !== undefined}
            leftSection={<IconUpload size={18} aria-hidden />}
            onClick={onClick}
          >
            {t('add')}
          </ReasonButton>
        )}
      </FileButton>
    </>
  )
}

/** Progress of a drawing's upload, or why it did not become a plan. */
export function AddPlanProgress({ adding: { attach: _, ...progress } }: { adding: Adding }) {
  if (!progress.sending && !progress.failure) return null
  return (
    <div className={`vx-card ${styles.planAdding}`}>
      <AttachProgress {...progress} />
    </div>
  )
}
