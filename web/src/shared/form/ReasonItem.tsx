import { Menu, type MenuItemProps } from '@mantine/core'

type ReasonItemProps = MenuItemProps & {
  /** Why the item is unavailable; it stays visible and reachable by keyboard, and says so. */
  because?: string | undefined
  onClick: () => void
}

/** A menu item that gives the reason why it is unavailable, like `ReasonButton`. */
export function ReasonItem({ because, onClick, children, ...item }: ReasonItemProps) {
  const isHeld = because !== undefined
  return (
    <Menu.Item
      {...item}
      {...(isHeld && { 'aria-disabled': true, 'data-held': true })}
      closeMenuOnClick={!isHeld}
      onClick={() => (isHeld ? undefined : onClick())}
    >
      {children}
      {isHeld ? <small className="vx-held-reason">{because}</small> : null}
    </Menu.Item>
  )
}
