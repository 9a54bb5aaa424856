type RowCheckProps = {
  label: string
  checked: boolean
  /** Some of what it stands for are chosen, and not all. */
  some?: boolean
  tabIndex?: number
  disabled?: boolean
  /** `range`: with the Shift key held. */
  onChange: (range: boolean) => void
}

/** The browser's own checkbox: a table has one in every row, and each of a richer kind costs a phone a part of a frame. */
export function RowCheck({ label, checked, some = false, tabIndex, disabled, onChange }: RowCheckProps) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = some
      }}
      className="vx-check"
      type="checkbox"
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      disabled={disabled}
      onChange={({ nativeEvent }) => onChange('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  )
}
