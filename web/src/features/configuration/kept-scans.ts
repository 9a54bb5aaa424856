import { changeKeptOnDevice, useKeptOnDevice } from '../../shared/session/kept-on-device.ts'
import { type Scan, withScan } from './scan-list.ts'

/** What a person has scanned in a plant, and the unit that is to take it as soon as there is a network. */
export type KeptScans = { scans: readonly Scan[]; topic: string | null; isWaiting: boolean }

const isScan = (one: unknown): one is Scan =>
  typeof one === 'object' && one !== null && 'content' in one && typeof one.content === 'string'

/** Nothing where another release has written it, or where the browser keeps nothing. */
const read = (found: unknown): KeptScans => {
  const { scans, topic, isWaiting } = (found ?? {}) as Partial<KeptScans>
  const known = Array.isArray(scans) ? scans.filter(isScan) : []
  return {
    scans: known.map(({ content, position }) => ({
      content,
      position: typeof position === 'string' ? position : '',
    })),
    topic: typeof topic === 'string' ? topic : null,
    isWaiting: isWaiting === true,
  }
}

const isNothing = ({ scans, topic }: KeptScans): boolean => scans.length === 0 && topic === null

const ofPlant = (plantId: string) => ({ name: ['scans', plantId] as const, read, isNothing })

/** Puts one more scan into the list that a person's next visit to that plant's QR lamps begins with. */
export function keepScan(userid: string, plantId: string, content: string): void {
  changeKeptOnDevice(userid, ofPlant(plantId), (kept) => ({ ...kept, scans: withScan(kept.scans, content).scans }))
}

/** Keeps scans on this device, for this person and plant alone. */
export function useKeptScans(plantId: string): [KeptScans, (change: Partial<KeptScans>) => void] {
  const [kept, setKept] = useKeptOnDevice(ofPlant(plantId))
  return [kept, (change) => setKept((before) => ({ ...before, ...change }))]
}
