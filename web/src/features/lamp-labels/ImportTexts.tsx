import { IconArrowBackUp, IconFileImport, IconKeyboard } from '@tabler/icons-react'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { toastFailure } from '../../shared/feedback/toast.ts'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { usePhone } from '../../shared/layout/use-phone.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { removeTextEdit, setEditingTexts, type TextEdit, useIsEditingTexts, useTextEdits } from './text-edits.ts'

const ImportDialog = lazy(
  async () => (await Promise.all([import('./ImportDialog.tsx'), loadTextBundles('texts')]))[0].ImportDialog,
)

/** Actions on the texts of many lamps, above a device list. */
export function ImportTexts() {
  const { t } = useTranslation('lamps')
  const blockedReason = useWhyNotAllowed()
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  return (
    <>
      {phone ? null : <TypeTexts blockedReason={blockedReason} />}
      <ReasonButton
        variant="default"
        blockedReason={blockedReason}
        leftSection={<IconFileImport size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('texts.import')}
      </ReasonButton>
      {open ? <ImportDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Turns the list's texts into fields, and undoes the last edit. */
function TypeTexts({ blockedReason }: { blockedReason: string | undefined }) {
  const { t } = useTranslation('lamps')
  const { plantId } = useCurrentPlant()
  const isEditing = useIsEditingTexts()
  const last = useTextEdits().at(-1)
  const undo = useActionMutation('undoLampTexts')
  // Another list starts in read mode.
  useEffect(() => () => setEditingTexts(false), [])
  const undoEdit = async (step: TextEdit) => {
    removeTextEdit(step)
    await undo.mutateAsync({ plantId, revisionId: step.revision.id }).catch(toastFailure)
  }
  return (
    <>
      {isEditing && last ? (
        <ReasonButton
          variant="default"
          loading={undo.isPending}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => void undoEdit(last)}
        >
          {t('texts.undo', { number: lampNumber(last.lamp) })}
        </ReasonButton>
      ) : null}
      <ReasonButton
        variant="default"
        blockedReason={blockedReason}
        leftSection={<IconKeyboard size={16} aria-hidden />}
        onClick={() => setEditingTexts(!isEditing)}
      >
        {isEditing ? t('texts.stop') : t('texts.type')}
      </ReasonButton>
    </>
  )
}
