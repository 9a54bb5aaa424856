import { useEffect, useRef, useState } from 'react'

/** Units report a fade every second; a level that stays the same for this long is settled. */
const settledMs = 3_000

/** Whether a number has changed within the last seconds. */
export function useIsChanging(value: number | null): boolean {
  const previousValue = useRef(value)
  const [isChanging, setChanging] = useState(false)
  useEffect(() => {
    const hasChanged = previousValue.current !== null && value !== null && previousValue.current !== value
    previousValue.current = value
    if (!hasChanged) return
    setChanging(true)
    const settleTimer = setTimeout(() => setChanging(false), settledMs)
    return () => clearTimeout(settleTimer)
  }, [value])
  return isChanging
}
