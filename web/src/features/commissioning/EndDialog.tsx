import type { Walk } from '@vigilux/contract/features/commissioning/walk.ts'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

type EndDialogProps = { walk: Walk; opened: boolean; onClose: () => void }

/** Ends a walk for everybody, whatever is left. */
export function EndDialog({ walk, opened, onClose }: EndDialogProps) {
  const { t } = useTranslation('commissioning')
  const { plantId } = useCurrentPlant()
  const end = useActionMutation('endWalk', { refresh: ['getWalk', 'getWalks'] })
  const confirm = async () => {
    await end.mutateAsync({ plantId, walkId: walk.id })
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={t('end.finishTitle')}
      confirmLabel={t('end.finish')}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('end.finishText', { count: walk.total - walk.done })}</p>
      <FormFailure error={end.error} />
    </ConfirmDialog>
  )
}
