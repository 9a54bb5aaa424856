import type { ReactNode } from 'react'
import type { ActionInput, ActionName } from '../api/actions.ts'
import { useActionMutation } from '../api/use-action.ts'
import { FormFailure } from '../form/FormParts.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { toastDone } from './toast.ts'

type RemoveDialogProps<Name extends ActionName> = {
  opened: boolean
  /** The action for the removal, and the stale reads. */
  action: Name
  input: ActionInput<Name>
  refresh: readonly ActionName[]
  /** "Remove the zone Night corridor?" */
  title: string
  confirmLabel: string
  /** Message after the removal. */
  done: string
  /** Consequences in numbers: the removed and the remaining objects. */
  children: ReactNode
  onCancel: () => void
  onRemoved: () => void
}

/** Confirms a removal, executes it and reports it; a failure is shown inside the dialog. */
export function RemoveDialog<Name extends ActionName>(props: RemoveDialogProps<Name>) {
  const { action, input, refresh, done, onRemoved, children, ...dialog } = props
  const remove = useActionMutation(action, { refresh })
  const confirm = async () => {
    await remove.mutateAsync(input)
    toastDone(done)
    onRemoved()
  }
  return (
    <ConfirmDialog destructive {...dialog} onConfirm={confirm}>
      {children}
      <FormFailure error={remove.error} />
    </ConfirmDialog>
  )
}
