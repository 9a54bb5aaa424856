import type { ReactNode } from 'react'
import type { ActionInput, ActionName } from '../api/actions.ts'
import { useActionMutation } from '../api/use-action.ts'
import { FormFailure } from '../form/FormParts.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { toastDone } from './toast.ts'

type RemoveDialogProps<Name extends ActionName> = {
  opened: boolean
  /** What removes it, and the reads that this makes stale. */
  action: Name
  input: ActionInput<Name>
  refresh: readonly ActionName[]
  /** "Remove the zone Night corridor?" */
  title: string
  confirmLabel: string
  /** Said once it is gone. */
  done: string
  /** What goes with it and what stays, in numbers. */
  children: ReactNode
  onCancel: () => void
  onRemoved: () => void
}

/** Asks before something is removed, removes it and says so; a failure is shown where it was asked. */
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
