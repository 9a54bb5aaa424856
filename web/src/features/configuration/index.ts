import { later } from '../../shared/later.tsx'

/** Camera, photo or keyboard: its code comes where something is to be scanned. */
export const ScanEntry = later(async () => {
  const [{ ScanEntry: Entry }] = await Promise.all([import('./ScanEntry.tsx'), import('./configuration.css')])
  return Entry
})
