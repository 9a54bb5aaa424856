import { Menu, type MenuItemProps } from '@mantine/core'
import * as styles from './form.module.css'

type ReasonItemProps = MenuItemProps & {
  /** Why the item is unavailable; it stays visible and reachable by keyboard, and says so. */
  blockedReason?: string | undefined
  onClick: () => void
}

/** A menu item with the reason why it is unavailable, like `ReasonButton`. */
export function ReasonItem({ blockedReason, onClick, children, ...item }: ReasonItemProps) {
  const isBlocked = blockedReason !== undefined
  return (
    <Menu.Item
      {...item}
      {...(isBlocked && { 'aria-disabled': true, 'data-held': true })}
      closeMenuOnClick={!isBlocked}
      onClick={() => (isBlocked ? undefined : onClick())}
    >
      {children}
      {isBlocked ? <small className={styles.heldReason}>{blockedReason}</small> : null}
    </Menu.Item>
  )
}
