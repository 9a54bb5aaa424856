import { lock, lockJson, openVault, ownKey, unlock, unlockJson } from '../../shared/offline/vault.ts'
import { type Entry, entry, type NewEntry } from './entry.ts'

type Kept = {
  entries: readonly Entry[]
  /** How many have gone out since the page was opened. */
  sent: number
}

let kept: Kept = { entries: [], sent: 0 }
/** Photos of a page that came without TLS, where the device keeps nothing: they wait in it alone. */
const filesHere = new Map<string, File>()
const listeners = new Set<() => void>()
/** The other tabs of the person, which show the same. */
const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('vigilux.outbox') : undefined
tabs?.addEventListener('message', () => void readOutbox())

export const outboxNow = (): Kept => kept

export function subscribeToOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: Kept): void {
  kept = next
  for (const listener of listeners) listener()
}

/** Forgets what is on screen, as another person signs in; what waits stays on the device. */
export const clearOutbox = (): void => {
  filesHere.clear()
  show({ entries: [], sent: 0 })
}

/** Reads what waits on this device of who is signed in here; entries that do not open with their key are another's. */
export async function readOutbox(): Promise<void> {
  const [vault, own] = [await openVault(), await ownKey()]
  if (!vault || !own) return
  const rows = await vault.getAllFromIndex('entry', 'userid', own.userid)
  const ids = await vault.getAllKeysFromIndex('entry', 'userid', own.userid)
  const entries: Entry[] = []
  for (const [at, row] of rows.entries()) {
    const found = entry.safeParse(await unlockJson(own, ids[at] ?? '', row).catch(() => undefined)).data
    if (found) entries.push(found)
  }
  show({ ...kept, entries: entries.toSorted((a, b) => a.at.localeCompare(b.at)) })
}

/** Keeps an entry as it is now; resolves once the device has it. */
async function put(one: Entry, file?: File): Promise<void> {
  const [vault, own] = [await openVault(), await ownKey()]
  if (!vault || !own) {
    if (file) filesHere.set(one.id, file)
    return
  }
  const before = file ? undefined : await vault.get('entry', one.id)
  const locked = file ? await lock(own, `${one.id} file`, await file.arrayBuffer()) : before?.file
  const row = { ...(await lockJson(own, one.id, one)), userid: own.userid, at: Date.parse(one.at) }
  await vault.put('entry', { ...row, ...(locked && { file: locked }) }, one.id)
  tabs?.postMessage('changed')
}

async function drop(id: string): Promise<void> {
  filesHere.delete(id)
  await (await openVault())?.delete('entry', id)
  tabs?.postMessage('changed')
}

/** Keeps what was done without a line; resolves once it is on the device, where a later one of the same replaces the earlier. */
export async function addEntry({ file, id = crypto.randomUUID(), ...added }: NewEntry): Promise<void> {
  // They are sent in the order in which they were done, whatever the clock of the device does meanwhile.
  const last = Math.max(0, ...kept.entries.map(({ at }) => Date.parse(at)))
  const one: Entry = {
    ...added,
    id,
    at: new Date(Math.max(Date.now(), last + 1)).toISOString(),
    bytes: file?.size ?? 0,
  }
  const replaced = kept.entries.filter(({ of }) => of === one.of)
  await put(one, file)
  for (const { id: old } of replaced) await drop(old)
  show({ ...kept, entries: [...kept.entries.filter(({ of }) => of !== one.of), one] })
}

/** Keeps an entry otherwise; one that was taken out meanwhile stays out. */
export async function changeEntry(changed: Entry): Promise<void> {
  if (!kept.entries.some(({ id }) => id === changed.id)) return
  await put(changed)
  show({ ...kept, entries: kept.entries.map((one) => (one.id === changed.id ? changed : one)) })
}

/** Takes an entry out; what it was comes back for who thinks better of it. */
export async function removeEntry(id: string): Promise<{ entry: Entry; file?: File } | undefined> {
  const found = kept.entries.find((one) => one.id === id)
  if (!found) return undefined
  const file = found.bytes > 0 ? await fileOf(found) : undefined
  await drop(id)
  show({ ...kept, entries: kept.entries.filter((one) => one.id !== id) })
  return { entry: found, ...(file && { file }) }
}

/** Puts back what was taken out, at its place. */
export async function putBack({ entry: one, file }: { entry: Entry; file?: File }): Promise<void> {
  await put(one, file)
  show({ ...kept, entries: [...kept.entries, one].toSorted((a, b) => a.at.localeCompare(b.at)) })
}

/** An entry that the server has. */
export async function noteSent(id: string): Promise<void> {
  await drop(id)
  show({ sent: kept.sent + 1, entries: kept.entries.filter((one) => one.id !== id) })
}

/** The photo of an entry; undefined where it is gone. */
export async function fileOf({ id, name }: Entry): Promise<File | undefined> {
  const [vault, own] = [await openVault(), await ownKey()]
  const locked = (await vault?.get('entry', id))?.file
  if (!own || !locked) return filesHere.get(id)
  return new File([await unlock(own, `${id} file`, locked)], `${name}.jpg`, { type: 'image/jpeg' })
}
