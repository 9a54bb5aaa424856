import { useCallback, useEffect, useRef } from 'react'

/**
 * Keeps the keys typed between the opening of a dialog and the focus of its field: without this, a quick `0131` would
 * arrive as `31`, which is another lamp. Enter is kept as a line break.
 */
export function useTypedAhead() {
  const typed = useRef('')
  const stop = useRef(() => {})
  const start = useCallback(() => {
    stop.current()
    const listening = new AbortController()
    stop.current = () => listening.abort()
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || key === 'Shift') return
      if (key.length === 1) typed.current += key
      else if (key === 'Enter') typed.current += '\n'
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else return listening.abort()
      event.preventDefault()
      event.stopPropagation()
    }
    const { signal } = listening
    window.addEventListener('keydown', keep, { capture: true, signal })
    window.addEventListener('pointerdown', () => listening.abort(), { signal })
  }, [])
  /** The text so far; from now on, keys go where they are typed. */
  const take = useCallback((): string => {
    stop.current()
    const text = typed.current
    typed.current = ''
    return text
  }, [])
  useEffect(() => () => stop.current(), [])
  return { start, take }
}
