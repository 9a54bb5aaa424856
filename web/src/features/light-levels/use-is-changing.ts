import { useEffect, useRef, useState } from 'react'

/** Units report a fade every second; a level that stays the same for this long is settled. */
const settledMs = 3_000

/** Whether a number has changed within the last seconds. */
export function useIsChanging(value: number | null): boolean {
  const before = useRef(value)
  const [moving, setMoving] = useState(false)
  useEffect(() => {
    const isOther = before.current !== null && value !== null && before.current !== value
    before.current = value
    if (!isOther) return
    setMoving(true)
    const still = setTimeout(() => setMoving(false), settledMs)
    return () => clearTimeout(still)
  }, [value])
  return moving
}
