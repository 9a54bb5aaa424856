import { type ReactNode, useState } from 'react'
import { ReasonButton } from './ReasonButton.tsx'
import type { useRecordForm } from './record-form.tsx'
import { UnsavedGuard } from './UnsavedGuard.tsx'

/** What the question before a removal is told by the panel in which it is asked. */
export type RemovalProps = { opened: boolean; onCancel: () => void; onRemoved: () => void }

type RecordPanelFormProps<Fields extends Record<string, unknown>> = {
  record: ReturnType<typeof useRecordForm<Fields>>
  /** The name under which what is typed outlives a sign-out. */
  draft: string
  /** Why the person may change nothing. */
  because: string | undefined
  saveLabel: string
  removeLabel: string
  /** The question before the record is removed. */
  removal: (props: RemovalProps) => ReactNode
  /** Closes the panel, as its record is gone. */
  onClose: () => void
  /** The fields. */
  children: ReactNode
  /** What stands beneath the buttons. */
  footer?: ReactNode
  className?: string
}

/** A record in its panel: its fields, what stands against saving them, and the buttons that save or remove it. */
export function RecordPanelForm<Fields extends Record<string, unknown>>(props: RecordPanelFormProps<Fields>) {
  const { record, draft, because, saveLabel, removeLabel, removal, onClose, children, footer, className = '' } = props
  const [removing, setRemoving] = useState(false)
  return (
    <>
      <form className={`vx-panel-part ${className}`} onSubmit={record.submit} noValidate>
        <UnsavedGuard form={record.form} draft={draft} />
        {children}
        {record.trouble}
        <div className="vx-actions">
          <ReasonButton type="submit" because={because} loading={record.saving} onClick={() => undefined}>
            {saveLabel}
          </ReasonButton>
          <ReasonButton variant="default" color="red" because={because} onClick={() => setRemoving(true)}>
            {removeLabel}
          </ReasonButton>
        </div>
        {footer}
      </form>
      {removal({
        opened: removing,
        onCancel: () => setRemoving(false),
        onRemoved: () => {
          // Nothing of it is left that could be lost.
          record.form.resetDirty()
          onClose()
        },
      })}
    </>
  )
}
