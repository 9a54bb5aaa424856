import type { ModalProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'

type FormDialogProps = Omit<ModalProps, 'opened' | 'children' | 'onClose'> & {
  /** Unsaved input: closing asks first. */
  unsaved: boolean
  onClose: () => void
  /** Receives the handler of its Cancel button. */
  children: (cancel: () => void) => ReactNode
}

/** A dialog with a form: open while mounted, and never closed over unsaved input without a question. */
export function FormDialog({ unsaved, onClose, children, ...modal }: FormDialogProps) {
  const { t } = useTranslation('shared')
  const [isConfirming, setConfirming] = useState(false)
  const close = () => (unsaved ? setConfirming(true) : onClose())
  return (
    <>
      <Dialog {...modal} opened onClose={close}>
        {children(close)}
      </Dialog>
      <ConfirmDialog
        opened={isConfirming}
        title={t('unsaved.closeTitle')}
        confirmLabel={t('unsaved.close')}
        cancelLabel={t('unsaved.stay')}
        onConfirm={onClose}
        onCancel={() => setConfirming(false)}
      >
        {t('unsaved.closeText')}
      </ConfirmDialog>
    </>
  )
}
