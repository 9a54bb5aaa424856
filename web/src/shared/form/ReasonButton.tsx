import { Button, type ButtonProps, Tooltip } from '@mantine/core'

type ReasonButtonProps = ButtonProps & {
  /** Why it cannot be pressed; undefined where it can. */
  reason: string | undefined
  onClick: () => void
  'aria-label'?: string
}

/** A button that stays in its place, and can be focused, while it is disabled: the tooltip says why. */
export function ReasonButton({ reason, onClick, 'aria-label': label, ...rest }: ReasonButtonProps) {
  if (reason === undefined) return <Button {...rest} {...(label ? { 'aria-label': label } : {})} onClick={onClick} />
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...rest}
        data-disabled
        aria-disabled
        {...(label ? { 'aria-label': label } : {})}
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  )
}
