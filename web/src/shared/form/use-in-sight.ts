import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a new element into view: its button may be far away. Also requires `inSight` of form-foot.module.css. */
export function useIsInView<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useEffect(() => {
    // Returns nothing: newer browsers return a promise, which React would call as a cleanup function.
    part.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return part
}
