import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { type Asking, forgetKept, isFromDevice, noteCurrent, noteKept } from './kept-since.ts'
import { lockJson, openVault, ownKey, unlockJson } from './vault.ts'

/** Answers that a device keeps at most; the oldest go. */
export const mostReads = 200
/** Letters of an answer that is kept: the lamps of three full units. */
const mostLetters = 1_500_000
/** How often what has changed on screen is written down. */
const everyMs = 10_000

/** What was last seen of this on this device; undefined where it was not, or the device keeps nothing. */
export async function findKept(key: QueryKey): Promise<unknown> {
  const own = await ownKey()
  const hash = hashKey(key)
  const found = own && (await (await openVault())?.get('read', hash))
  if (!own || !found) return undefined
  const answer = await unlockJson(own, hash, found).catch(() => undefined)
  if (answer !== undefined) noteKept(hash, found.at)
  return answer
}

/** The kept answer, where there is one; that of the server takes its place when it comes after all. */
export async function keptInstead<Answer>(asked: Promise<Answer>, { client, queryKey }: Asking): Promise<Answer> {
  const kept = await findKept(queryKey)
  if (kept === undefined) return asked
  const put = (answer: Answer) => {
    noteCurrent(hashKey(queryKey))
    client.setQueryData(queryKey, answer)
  }
  asked.then(put).catch(() => undefined)
  return kept as Answer
}

const isKept = ({ queryKey, state }: Query): boolean =>
  typeof queryKey[0] === 'string' && state.status === 'success' && state.data !== null

/**
 * Keeps what the person sees on this device, as it changes, for the time without a line. What is on screen is kept current by the
 * events of the server: `heardAt` says when the last of them came. Returns how to stop.
 */
export function keepReads(queries: QueryClient, heardAt: () => number | undefined): () => void {
  const changed = new Set<Query>()
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isKept(query)) return
    // What came from the device is not newer for having been read there.
    if (query.state.fetchStatus === 'idle' && !isFromDevice(query.queryHash)) changed.add(query)
  })
  let writing: Promise<void> = Promise.resolve()
  const write = () => {
    const queue = [...changed]
    changed.clear()
    writing = writing.then(() => keep(queue, queries, heardAt())).catch(() => undefined)
  }
  const timer = setInterval(write, everyMs)
  const hidden = () => {
    if (document.visibilityState === 'hidden') write()
  }
  document.addEventListener('visibilitychange', hidden)
  for (const query of queries.getQueryCache().findAll({ type: 'active' })) if (isKept(query)) changed.add(query)
  write()
  return () => {
    stop()
    clearInterval(timer)
    write()
    forgetKept()
    document.removeEventListener('visibilitychange', hidden)
  }
}

async function keep(changed: readonly Query[], queries: QueryClient, heardAt: number | undefined): Promise<void> {
  const [vault, own] = [await openVault(), await ownKey()]
  if (!vault || !own) return
  for (const { queryHash, state } of changed) {
    if (JSON.stringify(state.data).length > mostLetters) continue
    const locked = await lockJson(own, queryHash, state.data)
    await vault.put('read', { ...locked, at: state.dataUpdatedAt }, queryHash)
  }
  for (const { queryHash } of queries.getQueryCache().findAll({ type: 'active' })) {
    const found = heardAt && !isFromDevice(queryHash) ? await vault.get('read', queryHash) : undefined
    if (found && heardAt && heardAt > found.at) await vault.put('read', { ...found, at: heardAt }, queryHash)
  }
  await dropOldest(vault)
}

async function dropOldest(vault: NonNullable<Awaited<ReturnType<typeof openVault>>>): Promise<void> {
  const more = (await vault.count('read')) - mostReads
  if (more <= 0) return
  const oldest = await vault.getAllKeysFromIndex('read', 'at', undefined, more)
  for (const key of oldest) await vault.delete('read', key)
}
