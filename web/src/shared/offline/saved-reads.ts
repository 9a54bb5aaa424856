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
  const accountKey = await findAccountKey()
  const hash = hashKey(key)
  const found = accountKey && (await (await openDeviceStore())?.get('read', hash))
  if (!accountKey || !found) return undefined
  const answer = await decryptJson(accountKey, hash, found).catch(() => undefined)
  if (answer !== undefined) markFromDevice(hash, found.at)
  return answer
}

/** Returns the saved answer if there is one; a late answer of the server replaces it. */
export async function preferSavedRead<Answer>(
  pendingAnswer: Promise<Answer>,
  { client, queryKey }: ReadRequest,
): Promise<Answer> {
  const savedAnswer = await findSavedRead(queryKey)
  if (savedAnswer === undefined) return pendingAnswer
  const applyAnswer = (answer: Answer) => {
    markCurrent(hashKey(queryKey))
    client.setQueryData(queryKey, answer)
  }
  pendingAnswer.then(applyAnswer).catch(() => undefined)
  return savedAnswer as Answer
}

const isSavable = ({ queryKey, state }: Query): boolean =>
  typeof queryKey[0] === 'string' && state.status === 'success' && state.data !== null

/**
 * Saves seen answers on this device as they change, for use offline. The server's events keep answers current:
 * `heardAt` is the time of the last event. Returns a stop function.
 */
export function startSavingReads(queries: QueryClient, heardAt: () => number | undefined): () => void {
  const changed = new Set<Query>()
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isSavable(query)) return
    // An answer from the device is not newer for having been read there.
    if (query.state.fetchStatus === 'idle' && !isFromDevice(query.queryHash)) changed.add(query)
  })
  let pendingSave: Promise<void> = Promise.resolve()
  const saveChanged = () => {
    const queue = [...changed]
    changed.clear()
    pendingSave = pendingSave.then(() => saveReads(queue, queries, heardAt())).catch(() => undefined)
  }
  const timer = setInterval(saveChanged, saveIntervalMs)
  const saveWhenHidden = () => {
    if (document.visibilityState === 'hidden') saveChanged()
  }
  document.addEventListener('visibilitychange', saveWhenHidden)
  for (const query of queries.getQueryCache().findAll({ type: 'active' })) if (isSavable(query)) changed.add(query)
  saveChanged()
  return () => {
    stop()
    clearInterval(timer)
    saveChanged()
    clearReadAges()
    document.removeEventListener('visibilitychange', saveWhenHidden)
  }
}

async function saveReads(changed: readonly Query[], queries: QueryClient, heardAt: number | undefined): Promise<void> {
  const [deviceStore, accountKey] = [await openDeviceStore(), await findAccountKey()]
  if (!deviceStore || !accountKey) return
  for (const { queryHash, state } of changed) {
    if (JSON.stringify(state.data).length > maxReadChars) continue
    const encrypted = await encryptJson(accountKey, queryHash, state.data)
    await deviceStore.put('read', { ...encrypted, at: state.dataUpdatedAt }, queryHash)
  }
  for (const { queryHash } of queries.getQueryCache().findAll({ type: 'active' })) {
    const found = heardAt && !isFromDevice(queryHash) ? await deviceStore.get('read', queryHash) : undefined
    if (found && heardAt && heardAt > found.at) await deviceStore.put('read', { ...found, at: heardAt }, queryHash)
  }
  await dropOldest(deviceStore)
}

async function dropOldest(deviceStore: NonNullable<Awaited<ReturnType<typeof openDeviceStore>>>): Promise<void> {
  const excessCount = (await deviceStore.count('read')) - maxSavedReads
  if (excessCount <= 0) return
  const oldestKeys = await deviceStore.getAllKeysFromIndex('read', 'at', undefined, excessCount)
  for (const key of oldestKeys) await deviceStore.delete('read', key)
}
