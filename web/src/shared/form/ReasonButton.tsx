import { Button, type ButtonProps, Loader, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

type ReasonButtonProps = ButtonProps & {
  /** Why it cannot be pressed now; the button stays in view and says so. */
  because?: string | undefined
  onClick: () => void
  'aria-label'?: string
  type?: 'button' | 'submit'
  children?: ReactNode
}

/**
 * A button that stays in its place, and can be focused, while it may not be pressed: it says why. It keeps the focus while
 * what it began is under way, which a browser takes from one that is disabled.
 */
export function ReasonButton({ because, onClick, loading = false, leftSection, ...button }: ReasonButtonProps) {
  const isHeld = because !== undefined
  const isOff = isHeld || loading
  return (
    <Tooltip label={because ?? ''} disabled={!isHeld} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...button}
        leftSection={loading ? <Loader size={14} color="currentColor" aria-hidden /> : leftSection}
        {...(isHeld && { 'data-disabled': true })}
        data-loading={loading || undefined}
        aria-busy={loading || undefined}
        aria-disabled={isOff || undefined}
        aria-description={because}
        onClick={(event) => (isOff ? event.preventDefault() : onClick())}
      />
    </Tooltip>
  )
}
