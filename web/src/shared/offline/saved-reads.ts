import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { decryptJson, encryptJson, findAccountKey, openDeviceStore } from './device-store.ts'
import { clearReadAges, isFromDevice, markCurrent, markFromDevice, type ReadRequest } from './read-age.ts'

/** Maximum number of answers on a device; the oldest are deleted. */
export const maxSavedReads = 200
/** Maximum characters of a saved answer: the lamps of three full units. */
const maxReadChars = 1_500_000
/** How often changed answers are saved. */
const saveIntervalMs = 10_000

/** The saved answer to this key; undefined when there is none, or no storage. */
export async function findSavedRead(key: QueryKey): Promise<unknown> {
  const own = await findAccountKey()
  const hash = hashKey(key)
  const found = own && (await (await openDeviceStore())?.get('read', hash))
  if (!own || !found) return undefined
  const answer = await decryptJson(own, hash, found).catch(() => undefined)
  if (answer !== undefined) markFromDevice(hash, found.at)
  return answer
}

/** Returns the saved answer if there is one; a late answer of the server replaces it. */
export async function preferSavedRead<Answer>(
  asked: Promise<Answer>,
  { client, queryKey }: ReadRequest,
): Promise<Answer> {
  const kept = await findSavedRead(queryKey)
  if (kept === undefined) return asked
  const put = (answer: Answer) => {
    markCurrent(hashKey(queryKey))
    client.setQueryData(queryKey, answer)
  }
  asked.then(put).catch(() => undefined)
  return kept as Answer
}

const isSavable = ({ queryKey, state }: Query): boolean =>
  typeof queryKey[0] === 'string' && state.status === 'success' && state.data !== null

/**
 * Saves seen answers on this device as they change, for use offline. The server's events keep answers current: `heardAt` is the
 * time of the last event. Returns a stop function.
 */
export function startSavingReads(queries: QueryClient, heardAt: () => number | undefined): () => void {
  const changed = new Set<Query>()
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isSavable(query)) return
    // An answer from the device is not newer for having been read there.
    if (query.state.fetchStatus === 'idle' && !isFromDevice(query.queryHash)) changed.add(query)
  })
  let writing: Promise<void> = Promise.resolve()
  const write = () => {
    const queue = [...changed]
    changed.clear()
    writing = writing.then(() => saveReads(queue, queries, heardAt())).catch(() => undefined)
  }
  const timer = setInterval(write, saveIntervalMs)
  const hidden = () => {
    if (document.visibilityState === 'hidden') write()
  }
  document.addEventListener('visibilitychange', hidden)
  for (const query of queries.getQueryCache().findAll({ type: 'active' })) if (isSavable(query)) changed.add(query)
  write()
  return () => {
    stop()
    clearInterval(timer)
    write()
    clearReadAges()
    document.removeEventListener('visibilitychange', hidden)
  }
}

async function saveReads(changed: readonly Query[], queries: QueryClient, heardAt: number | undefined): Promise<void> {
  const [vault, own] = [await openDeviceStore(), await findAccountKey()]
  if (!vault || !own) return
  for (const { queryHash, state } of changed) {
    if (JSON.stringify(state.data).length > maxReadChars) continue
    const locked = await encryptJson(own, queryHash, state.data)
    await vault.put('read', { ...locked, at: state.dataUpdatedAt }, queryHash)
  }
  for (const { queryHash } of queries.getQueryCache().findAll({ type: 'active' })) {
    const found = heardAt && !isFromDevice(queryHash) ? await vault.get('read', queryHash) : undefined
    if (found && heardAt && heardAt > found.at) await vault.put('read', { ...found, at: heardAt }, queryHash)
  }
  await dropOldest(vault)
}

async function dropOldest(vault: NonNullable<Awaited<ReturnType<typeof openDeviceStore>>>): Promise<void> {
  const more = (await vault.count('read')) - maxSavedReads
  if (more <= 0) return
  const oldest = await vault.getAllKeysFromIndex('read', 'at', undefined, more)
  for (const key of oldest) await vault.delete('read', key)
}
