export { ScanEntry } from './ScanEntry.tsx'
