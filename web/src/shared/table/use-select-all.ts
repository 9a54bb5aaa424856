import { type RefObject, useEffect, useRef } from 'react'

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target instanceof HTMLTextAreaElement || target.isContentEditable
}

/**
 * Ctrl+A (Cmd+A) selects all matching rows while the table or nothing has the focus; fields, dialogs and panels keep their own
 * meaning. Attach the ref to the table.
 */
export function useSelectAll(onAll: (() => void) | undefined): RefObject<HTMLDivElement | null> {
  const table = useRef<HTMLDivElement>(null)
  const selectAll = useRef(onAll)
  selectAll.current = onAll
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      const isInTable =
        event.target === document.body || (event.target instanceof Node && table.current?.contains(event.target))
      if (!isInTable || event.defaultPrevented || isWriting(event.target) || !selectAll.current) return
      event.preventDefault()
      selectAll.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return table
}
