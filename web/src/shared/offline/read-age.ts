import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** A read and the cache with its answer. */
export type ReadRequest = { client: QueryClient; queryKey: QueryKey }

/** Time of validity of answers from the device, by their hash. */
const savedAtByHash = new Map<string, number>()

/** Marks an answer from the device, valid at `at`, in milliseconds. */
export const markFromDevice = (hash: string, at: number): void => void savedAtByHash.set(hash, at)
/** Marks an answer from the server. */
export const markCurrent = (hash: string): void => void savedAtByHash.delete(hash)
export const isFromDevice = (hash: string): boolean => savedAtByHash.has(hash)
export const clearReadAges = (): void => savedAtByHash.clear()

/** Age of the screen: the oldest of the answers from the device; undefined when all came from the server. */
export function oldestReadAt(queries: QueryClient): number | undefined {
  if (savedAtByHash.size === 0) return undefined
  const active = queries.getQueryCache().findAll({ type: 'active' })
  const found = active.flatMap(({ queryHash }) => savedAtByHash.get(queryHash) ?? [])
  return found.length > 0 ? Math.min(...found) : undefined
}
