import { Button, type ButtonProps, Loader, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

type ReasonButtonProps = ButtonProps & {
  /** Why the button is unavailable; it stays visible and says so. */
  blockedReason?: string | undefined
  onClick: () => void
  'aria-label'?: string
  type?: 'button' | 'submit'
  children?: ReactNode
}

/**
 * A button with a reason: focusable while it is unavailable. It also keeps the focus while its action runs, because a
 * browser blurs a disabled button.
 */
export function ReasonButton({ blockedReason, onClick, loading = false, leftSection, ...button }: ReasonButtonProps) {
  const isBlocked = blockedReason !== undefined
  const isDisabled = isBlocked || loading
  return (
    <Tooltip label={blockedReason ?? ''} disabled={!isBlocked} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...button}
        leftSection={loading ? <Loader size={14} color="currentColor" aria-hidden /> : leftSection}
        {...(isBlocked && { 'data-disabled': true })}
        data-loading={loading || undefined}
        aria-busy={loading || undefined}
        aria-disabled={isDisabled || undefined}
        aria-description={blockedReason}
        onClick={(event) => (isDisabled ? event.preventDefault() : onClick())}
      />
    </Tooltip>
  )
}
