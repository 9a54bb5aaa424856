import { type RefObject, useEffect, useRef } from 'react'
import './form-foot.css'

/** Brings what is drawn anew into sight: the button that caused it may be far from where it stands. Give it `vx-in-sight` too. */
export function useIsInView<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useEffect(() => {
    // Answers nothing: newer browsers answer a promise, which React would call in the end.
    part.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return part
}
