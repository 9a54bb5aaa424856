import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

type DiscardProps = { handoverId: string; blockedReason: string | undefined; onDiscarded: () => void }

/** Discards an unsigned verification after a question. */
export function DiscardButton({ handoverId, blockedReason, onDiscarded }: DiscardProps) {
  const { t } = useTranslation('handover')
  const { plantId } = useCurrentPlant()
  const [isConfirming, setConfirming] = useState(false)
  const discard = useActionMutation('discardHandover', {
    refresh: ['getHandovers'],
    onSuccess: () => toastDone(t('discard.done')),
  })
  const confirm = async () => {
    onDiscarded()
    await discard.mutateAsync({ plantId, handoverId })
    setConfirming(false)
  }
  return (
    <>
      <ReasonButton variant="default" color="red" blockedReason={blockedReason} onClick={() => setConfirming(true)}>
        {t('word.discard')}
      </ReasonButton>
      <ConfirmDialog
        opened={isConfirming}
        destructive
        title={t('discard.title')}
        confirmLabel={t('word.discard')}
        onConfirm={confirm}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('discard.text')}</p>
        <FormFailure error={discard.error} />
      </ConfirmDialog>
    </>
  )
}
