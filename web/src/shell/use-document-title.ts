import { useEffect } from 'react'

/** "Devices · San Camillo – Padiglione B · Vigilux" */
export function useDocumentTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Vigilux'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
