import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { failureOf } from '../api/api-failure.ts'
import { noteCurrent } from './kept-since.ts'

/** Time after which a line counts as none, where the device knows an older answer. */
const patienceMs = 6_000

type Asking = { client: QueryClient; queryKey: QueryKey }

const keptOf = async (queryKey: QueryKey): Promise<unknown> => (await import('./kept-reads.ts')).findKept(queryKey)

/**
 * What is asked of the server or, without a line, what this device knew last. What is on screen already stays there, and an answer
 * that comes late takes the place of the older one.
 */
export async function orKept<Answer>(asked: Promise<Answer>, { client, queryKey }: Asking): Promise<Answer> {
  const current = asked.then((answer) => {
    noteCurrent(hashKey(queryKey))
    return answer
  })
  if (client.getQueryData(queryKey) !== undefined) return current
  const waited = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), patienceMs))
  try {
    const first = await Promise.race([current, waited])
    if (first !== 'late') return first as Answer
  } catch (error) {
    const kept = failureOf(error).code === 'network_error' ? await keptOf(queryKey) : undefined
    if (kept === undefined) throw error
    return kept as Answer
  }
  const kept = await keptOf(queryKey)
  if (kept === undefined) return current
  current.then((answer) => client.setQueryData(queryKey, answer)).catch(() => undefined)
  return kept as Answer
}
