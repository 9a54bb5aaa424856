import { failureOf } from '../api/api-failure.ts'
import type { ReadRequest } from './read-age.ts'

/** Time after which the line counts as missing, if the device has an older answer. */
const fallbackAfterMs = 6_000

/** The server's answer or, without a line, the device's last one; an answer already on screen stays. */
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
