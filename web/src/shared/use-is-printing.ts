import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: folded parts are then shown, before the browser lays out the pages. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const media = matchMedia('print')
    const update = () => flushSync(() => setPrinting(media.matches))
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [])
  return isPrinting
}
