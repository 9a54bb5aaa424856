import { Button, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFoot } from '../form/FormFoot.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  opened: boolean
  /** "Remove Luca Bressan?" */
  title: string
  /** The consequence, in numbers. */
  children: ReactNode
  /** The verb and the object again: "Remove Luca Bressan". */
  confirmLabel: string
  /** For example "Keep the unit", where plain "Cancel" would be unclear. */
  cancelLabel?: string
  destructive?: boolean
  /** Text (a serial, a name) to type before the button is enabled. */
  typed?: string
  /** The dialog stays open and busy until the promise settles, and open after a rejection, which the caller shows. */
  onConfirm: () => unknown
  onCancel: () => void
}

/** A dialog for a decision people must not confuse with another. Focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel, cancelLabel, destructive = false, typed, onConfirm, onCancel } = props
  const { t } = useTranslation('shared')
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (opened) setText('')
  }, [opened])
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={onCancel} title={title}>
      <Text component="div" size="sm" mb="md">
        {children}
      </Text>
      {typed ? (
        <TextInput
          mb="md"
          label={t('typeToConfirm', { text: typed })}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
        />
      ) : null}
      <FormFoot end>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {cancelLabel ?? t('cancel')}
        </Button>
        <Button
          {...(destructive ? { color: 'red.8' } : {})}
          loading={busy}
          disabled={typed !== undefined && text.trim() !== typed}
          onClick={() => void confirm().catch(() => undefined)}
        >
          {confirmLabel}
        </Button>
      </FormFoot>
    </Dialog>
  )
}
