import { Menu, type MenuItemProps } from '@mantine/core'

type ReasonItemProps = MenuItemProps & {
  /** Why it cannot be chosen now; the item stays in view, can be reached by keyboard, and says so. */
  because?: string | undefined
  onClick: () => void
}

/** An entry of a menu that says why it may not be chosen, as `ReasonButton` does. */
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
