import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../feedback/FormDialog.tsx'
import * as layoutStyles from '../layout/layout.module.css'
import { DialogFoot } from './FormFoot.tsx'
import { FormFailure, RequiredNote } from './FormParts.tsx'
import { focusFirstError, showFieldFailures } from './form.ts'
import { UnsavedGuard } from './UnsavedGuard.tsx'

type CreateDialogProps<Values extends Record<string, unknown>, Made> = {
  form: UseFormReturnType<Values>
  title: string
  submitLabel: string
  /** Key of its saved draft. */
  draft: string
  /** Path prefix of the fields in the action's input. */
  prefix: string
  send: (values: Values) => Promise<Made>
  /** Receives the created object; undefined when nothing was created. */
  onClose: (created?: Made) => void
  /** The fields. */
  children: ReactNode
}

/** A dialog for creating something: it stays open with the input until this is saved. */
export function CreateDialog<Values extends Record<string, unknown>, Made>(props: CreateDialogProps<Values, Made>) {
  const { form, title, submitLabel, draft, prefix, send, onClose, children } = props
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  const close = (created?: Made) => {
    form.resetDirty()
    onClose(created)
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
          className={layoutStyles.dialogForm}
          noValidate
          onSubmit={form.onSubmit((values) => void submit(values), focusFirstError)}
        >
          <UnsavedGuard form={form} draft={draft} />
          <RequiredNote />
          {children}
          <FormFailure error={failure} />
          <DialogFoot onCancel={cancel} saving={isSaving}>
            {submitLabel}
          </DialogFoot>
        </form>
      )}
    </FormDialog>
  )
}
