import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

type BarActionProps = { icon: ReactNode; because?: string | undefined; onClick?: () => void; children: ReactNode }

/** An action in the bar for selected lamps; an unavailable one shows the reason. */
export function BarAction({ icon, because, onClick, children }: BarActionProps) {
  const button = (
    <button
      type="button"
      aria-disabled={because ? true : undefined}
      aria-description={because}
      data-disabled={because ? true : undefined}
      onClick={because ? undefined : onClick}
    >
      {icon}
      {children}
    </button>
  )
  return because ? (
    <Tooltip label={because} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
