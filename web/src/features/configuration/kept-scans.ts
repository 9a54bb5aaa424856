import { useEffect, useState } from 'react'
import { useSignedInUser } from '../../shared/session/session.ts'
import { type Scan, withScan } from './scan-list.ts'

/** What a person has scanned in a plant, and the unit that is to take it as soon as there is a network. */
export type KeptScans = { scans: readonly Scan[]; topic: string | null; isWaiting: boolean }

const nothing: KeptScans = { scans: [], topic: null, isWaiting: false }

const isScan = (one: unknown): one is Scan =>
  typeof one === 'object' && one !== null && 'content' in one && typeof one.content === 'string'

/** Nothing where another release has written it, or where the browser keeps nothing. */
const read = (key: string): KeptScans => {
  try {
    const { scans, topic, isWaiting } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<KeptScans>
    const known = Array.isArray(scans) ? scans.filter(isScan) : []
    return {
      scans: known.map(({ content, position }) => ({
        content,
        position: typeof position === 'string' ? position : '',
      })),
      topic: typeof topic === 'string' ? topic : null,
      isWaiting: isWaiting === true,
    }
  } catch {
    return nothing
  }
}

const keyOf = (userid: string, plantId: string): string => `vigilux.scans.${userid}.${plantId}`

const write = (key: string, kept: KeptScans): void => {
  try {
    if (kept.scans.length === 0 && kept.topic === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // The list stays on the screen.
  }
}

/** Puts one more scan into the list that a person's next visit to that plant's QR lamps begins with. */
export function keepScan(userid: string, plantId: string, content: string): void {
  const key = keyOf(userid, plantId)
  const kept = read(key)
  write(key, { ...kept, scans: withScan(kept.scans, content).scans })
}

/** Keeps scans on this device, for this person and plant alone: a basement has no network, and a phone may die in it. */
export function useKeptScans(plantId: string): [KeptScans, (change: Partial<KeptScans>) => void] {
  const { userid } = useSignedInUser()
  const key = keyOf(userid, plantId)
  const [kept, setKept] = useState(() => read(key))
  useEffect(() => write(key, kept), [key, kept])
  return [kept, (change) => setKept((before) => ({ ...before, ...change }))]
}
