import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: folded parts are then shown, before the browser lays out the pages. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const media = matchMedia('print')
    let isAsked = false
    const update = () => flushSync(() => setPrinting(isAsked || media.matches))
    // The medium changes after the layout at times.
    const begin = () => {
      isAsked = true
      update()
    }
    const end = () => {
      isAsked = false
      update()
    }
    media.addEventListener('change', update)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      media.removeEventListener('change', update)
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
