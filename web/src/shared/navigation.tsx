import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, forwardRef, type MouseEvent, useMemo } from 'react'

type Navigate = { (path: string): void; replace: (path: string) => void; back: () => void }

/** Navigates to a path of `pathTo`. Unsaved-changes guards ask first. */
export function useNavigateTo(): Navigate {
  const { history } = useRouter()
  return useMemo(
    () =>
      Object.assign((path: string) => history.push(path), {
        replace: (path: string) => history.replace(path),
        back: () => history.back(),
      }),
    [history],
  )
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}

/**
 * A link to a page of the product; `to` comes from `pathTo`. The page's code loads once a pointer rests on the link.
 * Also for `component={AppLink}` of Mantine.
 */
export const AppLink = forwardRef<HTMLAnchorElement, ComponentProps<'a'> & { to: string }>(
  ({ to, onClick, onPointerEnter, ...rest }, ref) => {
    const router = useRouter()
    const navigateTo = useNavigateTo()
    return (
      <a
        {...rest}
        ref={ref}
        href={`#${to}`}
        onPointerEnter={(event) => {
          onPointerEnter?.(event)
          // A failure shows once the page is opened.
          router.preloadRoute({ to: to.split('?')[0] ?? to }).catch(() => undefined)
        }}
        onClick={(event) => {
          onClick?.(event)
          if (event.defaultPrevented || opensElsewhere(event)) return
          event.preventDefault()
          navigateTo(to)
        }}
      />
    )
  },
)
AppLink.displayName = 'AppLink'
