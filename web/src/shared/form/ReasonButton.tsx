import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

type ReasonButtonProps = ButtonProps & {
  /** Why it cannot be pressed now; the button stays in view and says so. */
  because?: string | undefined
  onClick: () => void
  'aria-label'?: string
  type?: 'button' | 'submit'
  children?: ReactNode
}

/** A button that stays in its place, and can be focused, while it may not be pressed: it says why. */
export function ReasonButton({ because, onClick, ...button }: ReasonButtonProps) {
  if (because === undefined) return <Button {...button} onClick={onClick} />
  return (
    <Tooltip label={because} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...button}
        data-disabled
        aria-disabled
        aria-description={because}
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  )
}
