import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What is asked, and the cache that keeps the answer. */
export type ReadRequest = { client: QueryClient; queryKey: QueryKey }

/** When answers were true that came from the device, by their hash. */
const savedAtByHash = new Map<string, number>()

/** An answer came from the device, where it was true at `at`, in milliseconds. */
export const markFromDevice = (hash: string, at: number): void => void savedAtByHash.set(hash, at)
/** The server has answered. */
export const markCurrent = (hash: string): void => void savedAtByHash.delete(hash)
export const isFromDevice = (hash: string): boolean => savedAtByHash.has(hash)
export const clearReadAges = (): void => savedAtByHash.clear()

/** Of when what is on screen is: the oldest answer of those that came from the device; undefined where all came from the server. */
export function oldestReadAt(queries: QueryClient): number | undefined {
  if (savedAtByHash.size === 0) return undefined
  const active = queries.getQueryCache().findAll({ type: 'active' })
  const found = active.flatMap(({ queryHash }) => savedAtByHash.get(queryHash) ?? [])
  return found.length > 0 ? Math.min(...found) : undefined
}
