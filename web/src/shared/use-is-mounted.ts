import { useEffect, useRef } from 'react'

/** Whether the component is still mounted, because an awaited answer may arrive after the person has left the page. */
export function useIsMounted(): () => boolean {
  const isMountedRef = useRef(false)
  useEffect(() => {
    isMountedRef.current = true
    return () => {
      isMountedRef.current = false
    }
  }, [])
  return () => isMountedRef.current
}
