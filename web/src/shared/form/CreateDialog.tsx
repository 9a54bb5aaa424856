import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../feedback/FormDialog.tsx'
import { DialogFoot } from './FormFoot.tsx'
import { FormFailure, RequiredNote } from './FormParts.tsx'
import { focusFirstError, showFieldFailures } from './form.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type CreateDialogProps<Values extends Record<string, unknown>, Made> = {
  form: UseFormReturnType<Values>
  title: string
  /** What its button says. */
  submitLabel: string
  /** Its name among the drafts that are kept. */
  draft: string
  /** What the action's input has before the names of the fields. */
  prefix: string
  send: (values: Values) => Promise<Made>
  /** Gets what was made; nothing where nothing was. */
  onClose: (made?: Made) => void
  /** The fields. */
  children: ReactNode
}

/** A dialog in which something new is made: it stays open with the input until that has been saved. */
export function CreateDialog<Values extends Record<string, unknown>, Made>(props: CreateDialogProps<Values, Made>) {
  const { form, title, submitLabel, draft, prefix, send, onClose, children } = props
  const [failure, setFailure] = useState<unknown>()
  const [saving, setSaving] = useState(false)
  const close = (made?: Made) => {
    form.resetDirty()
    onClose(made)
  }
  const submit = async (values: Values) => {
    setFailure(undefined)
    setSaving(true)
    try {
      close(await send(values))
    } catch (error) {
      setSaving(false)
      if (!showFieldFailures(form, error, prefix)) setFailure(error)
    }
  }
  return (
    <FormDialog unsaved={form.isDirty()} title={title} onClose={() => close()}>
      {(cancel) => (
        <form
          className="vx-dialog-form"
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <UnsavedGuard form={form} draft={draft} />
          <RequiredNote />
          {children}
          <FormFailure error={failure} />
          <DialogFoot onCancel={cancel} saving={saving}>
            {submitLabel}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
