import type { ModalProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

type FormDialogProps = Omit<ModalProps, 'opened' | 'children' | 'onClose'> & {
  /** Something is typed that closing would lose: asked first. */
  unsaved: boolean
  onClose: () => void
  /** Gets what its Cancel button does. */
  children: (cancel: () => void) => ReactNode
}

/** A dialog with a form: open as long as it is drawn, and never closed over unsaved input without a question. */
export function FormDialog({ unsaved, onClose, children, ...modal }: FormDialogProps) {
  const { t } = useTranslation('shared')
  const [asking, setAsking] = useState(false)
  const close = () => (unsaved ? setAsking(true) : onClose())
  return (
    <>
      <Dialog {...modal} opened onClose={close}>
        {children(close)}
      </Dialog>
      <ConfirmDialog
        opened={asking}
        title={t('unsaved.closeTitle')}
        confirmLabel={t('unsaved.close')}
        cancelLabel={t('unsaved.stay')}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        {t('unsaved.closeText')}
      </ConfirmDialog>
    </>
  )
}
