import { failureOf } from '../api/api-failure.ts'
import type { ReadRequest } from './read-age.ts'

/** Time after which a line counts as none, where the device knows an older answer. */
const fallbackAfterMs = 6_000

/** What is asked of the server or, without a line, what this device knew last; what is on screen already stays there. */
export async function withOfflineFallback<Answer>(asked: Promise<Answer>, asking: ReadRequest): Promise<Answer> {
  if (asking.client.getQueryData(asking.queryKey) !== undefined) return asked
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, fallbackAfterMs))
  try {
    const first = await Promise.race([asked.then((answer) => ({ answer })), late])
    if (first) return first.answer
  } catch (error) {
    if (failureOf(error).code !== 'network_error') throw error
  }
  return (await import('./saved-reads.ts')).preferSavedRead(asked, asking)
}
