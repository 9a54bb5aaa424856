import { type ReactNode, useState } from 'react'
import * as layoutStyles from '../layout/layout.module.css'
import { ReasonButton } from './ReasonButton.tsx'
import type { useRecordForm } from './record-form.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/** Props from the panel to its removal dialog. */
export type RemovalProps = { opened: boolean; onCancel: () => void; onRemoved: () => void }

type RecordPanelFormProps<Fields extends Record<string, unknown>> = {
  record: ReturnType<typeof useRecordForm<Fields>>
  /** Key of the draft, which survives a sign-out. */
  draft: string
  /** Why the person may not change anything. */
  blockedReason: string | undefined
  saveLabel: string
  removeLabel: string
  /** Renders the confirmation of the removal. */
  removal: (props: RemovalProps) => ReactNode
  /** Closes the panel after the record is removed. */
  onClose: () => void
  /** The fields. */
  children: ReactNode
  /** Content below the buttons. */
  footer?: ReactNode
  className?: string | undefined
}

/** A record in its panel: its fields, the obstacles to saving, and the buttons to save or remove it. */
export function RecordPanelForm<Fields extends Record<string, unknown>>(props: RecordPanelFormProps<Fields>) {
  const {
    record,
    draft,
    blockedReason,
    saveLabel,
    removeLabel,
    removal,
    onClose,
    children,
    footer,
    className = '',
  } = props
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <form className={`vx-panel-part ${className}`} onSubmit={record.submit} noValidate>
        <UnsavedGuard form={record.form} draft={draft} />
        {children}
        {record.trouble}
        <div className={layoutStyles.actions}>
          <ReasonButton type="submit" blockedReason={blockedReason} loading={record.saving} onClick={() => undefined}>
            {saveLabel}
          </ReasonButton>
          <ReasonButton variant="default" color="red" blockedReason={blockedReason} onClick={() => setRemoving(true)}>
            {removeLabel}
          </ReasonButton>
        </div>
        {footer}
      </form>
      {removal({
        opened: removing,
        onCancel: () => setRemoving(false),
        onRemoved: () => {
          // The record is gone, so no input can be lost.
          record.form.resetDirty()
          onClose()
        },
      })}
    </>
  )
}
