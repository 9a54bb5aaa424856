import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

type BarActionProps = { icon: ReactNode; blockedReason?: string | undefined; onClick?: () => void; children: ReactNode }

/** An action in the bar for selected lamps; an unavailable one shows the reason. */
export function BarAction({ icon, blockedReason, onClick, children }: BarActionProps) {
  const button = (
    <button
      type="button"
      aria-disabled={blockedReason ? true : undefined}
      aria-description={blockedReason}
      data-disabled={blockedReason ? true : undefined}
      onClick={blockedReason ? undefined : onClick}
    >
      {icon}
      {children}
    </button>
  )
  return blockedReason ? (
    <Tooltip label={blockedReason} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
