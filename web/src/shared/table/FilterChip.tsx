import { type IconProps, IconX } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { styleOf } from '../status/states.ts'
import * as styles from './table.module.css'
import type { Chip } from './table-model.ts'

type FilterChipProps = {
  /** Given if the chip may go into the menu of chips without room. */
  id?: string
  active: boolean
  label: string
  count: number | undefined
  state?: Chip<never>['state'] | undefined
  icon?: ComponentType<IconProps> | undefined
  onClick: () => void
}

export function FilterChip({ id, active, label, count, state, icon: Icon, onClick }: FilterChipProps) {
  const stateStyle = state ? styleOf(state) : undefined
  return (
    <button type="button" className={styles.chip} data-chip={id} title={label} aria-pressed={active} onClick={onClick}>
      {stateStyle ? (
        <stateStyle.icon size={15} stroke={2} aria-hidden data-tone={stateStyle.tone} color="var(--tone-text)" />
      ) : null}
      {Icon ? <Icon size={15} aria-hidden /> : null}
      <span className={styles.chipLabel}>{label}</span>
      {count === undefined ? null : <b>{count}</b>}
      {active && (state || Icon) ? <IconX size={13} aria-hidden /> : null}
    </button>
  )
}
