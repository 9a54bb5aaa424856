import {
  decrypt,
  decryptJson,
  encrypt,
  encryptJson,
  findAccountKey,
  openDeviceStore,
} from '../../shared/offline/device-store.ts'
import { type Entry, entry, type NewEntry } from './entry.ts'

type OutboxState = {
  entries: readonly Entry[]
  /** How many have gone out since the page was opened. */
  sent: number
}

let outboxState: OutboxState = { entries: [], sent: 0 }
/** Photos of a page that came without TLS, where the device keeps nothing: they wait in it alone. */
const inMemoryFiles = new Map<string, File>()
const listeners = new Set<() => void>()
/** The other tabs of the person, which show the same. */
const tabChannel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('vigilux.outbox') : undefined
tabChannel?.addEventListener('message', () => void readOutbox())

export const getOutbox = (): OutboxState => outboxState

export function subscribeToOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setOutbox(next: OutboxState): void {
  outboxState = next
  for (const listener of listeners) listener()
}

/** Forgets what is on screen, as another person signs in; what waits stays on the device. */
export const clearOutbox = (): void => {
  inMemoryFiles.clear()
  setOutbox({ entries: [], sent: 0 })
}

/** Reads what waits on this device of who is signed in here; entries that do not open with their key are another's. */
export async function readOutbox(): Promise<void> {
  const [vault, own] = [await openDeviceStore(), await findAccountKey()]
  if (!vault || !own) return
  const rows = await vault.getAllFromIndex('entry', 'userid', own.userid)
  const ids = await vault.getAllKeysFromIndex('entry', 'userid', own.userid)
  const entries: Entry[] = []
  for (const [at, row] of rows.entries()) {
    const found = entry.safeParse(await decryptJson(own, ids[at] ?? '', row).catch(() => undefined)).data
    if (found) entries.push(found)
  }
  setOutbox({ ...outboxState, entries: entries.toSorted((a, b) => a.at.localeCompare(b.at)) })
}

/** Keeps an entry as it is now; resolves once the device has it. */
async function saveEntry(one: Entry, file?: File): Promise<void> {
  const [vault, own] = [await openDeviceStore(), await findAccountKey()]
  if (!vault || !own) {
    if (file) inMemoryFiles.set(one.id, file)
    return
  }
  const before = file ? undefined : await vault.get('entry', one.id)
  const locked = file ? await encrypt(own, `${one.id} file`, await file.arrayBuffer()) : before?.file
  const row = { ...(await encryptJson(own, one.id, one)), userid: own.userid, at: Date.parse(one.at) }
  await vault.put('entry', { ...row, ...(locked && { file: locked }) }, one.id)
  tabChannel?.postMessage('changed')
}

async function deleteEntry(id: string): Promise<void> {
  inMemoryFiles.delete(id)
  await (await openDeviceStore())?.delete('entry', id)
  tabChannel?.postMessage('changed')
}

/** Keeps what was done without a line; resolves once it is on the device, where a later one of the same replaces the earlier. */
export async function addEntry({ file, id = crypto.randomUUID(), ...added }: NewEntry): Promise<void> {
  // They are sent in the order in which they were done, whatever the clock of the device does meanwhile.
  const last = Math.max(0, ...outboxState.entries.map(({ at }) => Date.parse(at)))
  const one: Entry = {
    ...added,
    id,
    at: new Date(Math.max(Date.now(), last + 1)).toISOString(),
    bytes: file?.size ?? 0,
  }
  const replaced = outboxState.entries.filter(({ of }) => of === one.of)
  await saveEntry(one, file)
  for (const { id: old } of replaced) await deleteEntry(old)
  setOutbox({ ...outboxState, entries: [...outboxState.entries.filter(({ of }) => of !== one.of), one] })
}

/** Keeps an entry otherwise; one that was taken out meanwhile stays out. */
export async function changeEntry(changed: Entry): Promise<void> {
  if (!outboxState.entries.some(({ id }) => id === changed.id)) return
  await saveEntry(changed)
  setOutbox({ ...outboxState, entries: outboxState.entries.map((one) => (one.id === changed.id ? changed : one)) })
}

/** Takes an entry out; what it was comes back for who thinks better of it. */
export async function removeEntry(id: string): Promise<{ entry: Entry; file?: File } | undefined> {
  const found = outboxState.entries.find((one) => one.id === id)
  if (!found) return undefined
  const file = found.bytes > 0 ? await findOutboxFile(found) : undefined
  await deleteEntry(id)
  setOutbox({ ...outboxState, entries: outboxState.entries.filter((one) => one.id !== id) })
  return { entry: found, ...(file && { file }) }
}

/** Puts back what was taken out, at its place. */
export async function restoreEntry({ entry: one, file }: { entry: Entry; file?: File }): Promise<void> {
  await saveEntry(one, file)
  setOutbox({ ...outboxState, entries: [...outboxState.entries, one].toSorted((a, b) => a.at.localeCompare(b.at)) })
}

/** An entry that the server has. */
export async function recordSent(id: string): Promise<void> {
  await deleteEntry(id)
  setOutbox({ sent: outboxState.sent + 1, entries: outboxState.entries.filter((one) => one.id !== id) })
}

/** The photo of an entry; undefined where it is gone. */
export async function findOutboxFile({ id, name }: Entry): Promise<File | undefined> {
  const [vault, own] = [await openDeviceStore(), await findAccountKey()]
  const locked = (await vault?.get('entry', id))?.file
  if (!own || !locked) return inMemoryFiles.get(id)
  return new File([await decrypt(own, `${id} file`, locked)], `${name}.jpg`, { type: 'image/jpeg' })
}
