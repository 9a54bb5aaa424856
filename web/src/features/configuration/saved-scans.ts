import { updateOnDevice, useDeviceState } from '../../shared/session/device-state.ts'
import { addScan, type Scan } from './scan-list.ts'

/** A person's scans in a plant, and the unit to receive them once there is a network. */
export type SavedScans = { scans: readonly Scan[]; topic: string | null; isWaiting: boolean }

const isScan = (value: unknown): value is Scan =>
  typeof value === 'object' && value !== null && 'content' in value && typeof value.content === 'string'

/** Undefined for data of another release, or without browser storage. */
const read = (found: unknown): SavedScans => {
  const { scans, topic, isWaiting } = (found ?? {}) as Partial<SavedScans>
  const validScans = Array.isArray(scans) ? scans.filter(isScan) : []
  return {
    scans: validScans.map(({ content, position }) => ({
      content,
      position: typeof position === 'string' ? position : '',
    })),
    topic: typeof topic === 'string' ? topic : null,
    isWaiting: isWaiting === true,
  }
}

const isNothing = ({ scans, topic }: SavedScans): boolean => scans.length === 0 && topic === null

const storageOfPlant = (plantId: string) => ({ name: ['scans', plantId] as const, read, isNothing })

export function saveScan(userid: string, plantId: string, content: string): void {
  updateOnDevice(userid, storageOfPlant(plantId), (saved) => ({ ...saved, scans: addScan(saved.scans, content).scans }))
}

/** Stores scans on this device, for this person and plant only. */
export function useSavedScans(plantId: string): [SavedScans, (change: Partial<SavedScans>) => void] {
  const [savedScans, setSavedScans] = useDeviceState(storageOfPlant(plantId))
  return [savedScans, (change) => setSavedScans((previous) => ({ ...previous, ...change }))]
}
