import { useEffect, useRef } from 'react'

/** Whether the part that asks is still drawn: what it was waiting for may come when the person has gone elsewhere. */
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
