import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What is asked, and the cache that keeps the answer. */
export type Asking = { client: QueryClient; queryKey: QueryKey }

/** When answers were true that came from the device, by their hash. */
const times = new Map<string, number>()

/** An answer came from the device, where it was true at `at`, in milliseconds. */
export const noteKept = (hash: string, at: number): void => void times.set(hash, at)
/** The server has answered. */
export const noteCurrent = (hash: string): void => void times.delete(hash)
export const isFromDevice = (hash: string): boolean => times.has(hash)
export const forgetKept = (): void => times.clear()

/** Of when what is on screen is: the oldest answer of those that came from the device; undefined where all came from the server. */
export function keptSince(queries: QueryClient): number | undefined {
  if (times.size === 0) return undefined
  const active = queries.getQueryCache().findAll({ type: 'active' })
  const found = active.flatMap(({ queryHash }) => times.get(queryHash) ?? [])
  return found.length > 0 ? Math.min(...found) : undefined
}
