import { ReasonButton } from './ReasonButton.tsx'

type SaveOrRemoveProps = {
  /** Why the person may do neither. */
  because: string | undefined
  saving: boolean
  saveLabel: string
  removeLabel: string
  onRemove: () => void
}

/** The foot of a panel in which something is edited: its form is sent, or the thing removed. */
export function SaveOrRemove({ because, saving, saveLabel, removeLabel, onRemove }: SaveOrRemoveProps) {
  return (
    <div className="vx-actions">
      <ReasonButton type="submit" because={because} loading={saving} onClick={() => undefined}>
        {saveLabel}
      </ReasonButton>
      <ReasonButton variant="default" color="red" because={because} onClick={onRemove}>
        {removeLabel}
      </ReasonButton>
    </div>
  )
}
