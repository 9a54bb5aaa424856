import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

type ReasonButtonProps = ButtonProps & {
  /** Why it cannot be pressed now; the button stays in view and says so. */
  because?: string | undefined
  onClick: () => void
  children: ReactNode
}

/** A button that, where it may not be pressed, says why instead of being hidden. */
export function ReasonButton({ because, onClick, ...button }: ReasonButtonProps) {
  if (!because) return <Button {...button} onClick={onClick} />
  return (
    <Tooltip label={because} events={{ hover: true, focus: true, touch: true }}>
      <Button {...button} data-disabled aria-disabled aria-description={because} onClick={undefined} />
    </Tooltip>
  )
}
