import * as styles from './table.module.css'

type RowCheckProps = {
  label: string
  checked: boolean
  /** Some rows are selected, but not all. */
  some?: boolean
  tabIndex?: number
  disabled?: boolean
  /** `range`: with the Shift key held. */
  onChange: (range: boolean) => void
}

/** The native checkbox: a table has one per row, and a richer one costs a phone much of a frame. */
export function RowCheck({ label, checked, some = false, tabIndex, disabled, onChange }: RowCheckProps) {
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = some
      }}
      className={styles.check}
      type="checkbox"
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      disabled={disabled}
      onChange={({ nativeEvent }) => onChange('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  )
}
