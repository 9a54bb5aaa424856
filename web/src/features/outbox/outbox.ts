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
  /** Number of entries sent since the page was opened. */
  sent: number
}

let outboxState: OutboxState = { entries: [], sent: 0 }
/** Photos on a page without TLS, where the device stores nothing: they exist in this page only. */
const inMemoryFiles = new Map<string, File>()
const listeners = new Set<() => void>()
/** The person's other tabs, which show the same outbox. */
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

/** Clears the visible outbox when another person signs in; entries stay on the device. */
export const clearOutbox = (): void => {
  inMemoryFiles.clear()
  setOutbox({ entries: [], sent: 0 })
}

/** Reads the signed-in person's entries; entries of another key belong to others. */
export async function readOutbox(): Promise<void> {
  const [deviceStore, accountKey] = [await openDeviceStore(), await findAccountKey()]
  if (!deviceStore || !accountKey) return
  const rows = await deviceStore.getAllFromIndex('entry', 'userid', accountKey.userid)
  const ids = await deviceStore.getAllKeysFromIndex('entry', 'userid', accountKey.userid)
  const entries: Entry[] = []
  for (const [at, row] of rows.entries()) {
    const found = entry.safeParse(await decryptJson(accountKey, ids[at] ?? '', row).catch(() => undefined)).data
    if (found) entries.push(found)
  }
  setOutbox({ ...outboxState, entries: entries.toSorted((a, b) => a.at.localeCompare(b.at)) })
}

/** Saves an entry; resolves once the device has stored it. */
async function saveEntry(outboxEntry: Entry, file?: File): Promise<void> {
  const [deviceStore, accountKey] = [await openDeviceStore(), await findAccountKey()]
  if (!deviceStore || !accountKey) {
    if (file) inMemoryFiles.set(outboxEntry.id, file)
    return
  }
  const storedRow = file ? undefined : await deviceStore.get('entry', outboxEntry.id)
  const encryptedFile = file
    ? await encrypt(accountKey, `${outboxEntry.id} file`, await file.arrayBuffer())
    : storedRow?.file
  const row = {
    ...(await encryptJson(accountKey, outboxEntry.id, outboxEntry)),
    userid: accountKey.userid,
    at: Date.parse(outboxEntry.at),
  }
  await deviceStore.put('entry', { ...row, ...(encryptedFile && { file: encryptedFile }) }, outboxEntry.id)
  tabChannel?.postMessage('changed')
}

async function deleteEntry(id: string): Promise<void> {
  inMemoryFiles.delete(id)
  await (await openDeviceStore())?.delete('entry', id)
  tabChannel?.postMessage('changed')
}

/** Adds an offline action; resolves once the device stores it. A later one of the same subject replaces it. */
export async function addEntry({ file, id = crypto.randomUUID(), ...added }: NewEntry): Promise<void> {
  // Entries are sent in their order of creation, even if the device's clock changes.
  const last = Math.max(0, ...outboxState.entries.map(({ at }) => Date.parse(at)))
  const newEntry: Entry = {
    ...added,
    id,
    at: new Date(Math.max(Date.now(), last + 1)).toISOString(),
    bytes: file?.size ?? 0,
  }
  const replacedEntries = outboxState.entries.filter(({ of }) => of === newEntry.of)
  await saveEntry(newEntry, file)
  for (const { id: replacedId } of replacedEntries) await deleteEntry(replacedId)
  setOutbox({ ...outboxState, entries: [...outboxState.entries.filter(({ of }) => of !== newEntry.of), newEntry] })
}

/** Updates an entry, unless it was removed meanwhile. */
export async function changeEntry(changed: Entry): Promise<void> {
  if (!outboxState.entries.some(({ id }) => id === changed.id)) return
  await saveEntry(changed)
  setOutbox({ ...outboxState, entries: outboxState.entries.map((one) => (one.id === changed.id ? changed : one)) })
}

/** Removes an entry and returns it, for restoring. */
export async function removeEntry(id: string): Promise<{ entry: Entry; file?: File } | undefined> {
  const found = outboxState.entries.find((one) => one.id === id)
  if (!found) return undefined
  const file = found.bytes > 0 ? await findOutboxFile(found) : undefined
  await deleteEntry(id)
  setOutbox({ ...outboxState, entries: outboxState.entries.filter((one) => one.id !== id) })
  return { entry: found, ...(file && { file }) }
}

/** Restores a removed entry at its place. */
export async function restoreEntry({ entry: removedEntry, file }: { entry: Entry; file?: File }): Promise<void> {
  await saveEntry(removedEntry, file)
  setOutbox({
    ...outboxState,
    entries: [...outboxState.entries, removedEntry].toSorted((a, b) => a.at.localeCompare(b.at)),
  })
}

/** Removes an entry received by the server. */
export async function recordSent(id: string): Promise<void> {
  await deleteEntry(id)
  setOutbox({ sent: outboxState.sent + 1, entries: outboxState.entries.filter((one) => one.id !== id) })
}

/** The photo of an entry; undefined when it is gone. */
export async function findOutboxFile({ id, name }: Entry): Promise<File | undefined> {
  const [deviceStore, accountKey] = [await openDeviceStore(), await findAccountKey()]
  const encryptedFile = (await deviceStore?.get('entry', id))?.file
  if (!accountKey || !encryptedFile) return inMemoryFiles.get(id)
  return new File([await decrypt(accountKey, `${id} file`, encryptedFile)], `${name}.jpg`, { type: 'image/jpeg' })
}
