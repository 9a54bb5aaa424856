import { useEffect, useRef } from 'react'

/** Whether the component is still mounted, because an awaited answer may arrive after the person has left the page. */
export function useIsMounted(): () => boolean {
  const there = useRef(false)
  useEffect(() => {
    there.current = true
    return () => {
      there.current = false
    }
  }, [])
  return () => there.current
}
