import { failureOf } from '../api/api-failure.ts'
import type { ReadRequest } from './read-age.ts'

/** Time after which the line counts as missing, if the device has an older answer. */
const fallbackAfterMs = 6_000

/** The server's answer or, without a line, the device's last one; an answer already on screen stays. */
export async function withOfflineFallback<Answer>(
  pendingAnswer: Promise<Answer>,
  readRequest: ReadRequest,
): Promise<Answer> {
  if (readRequest.client.getQueryData(readRequest.queryKey) !== undefined) return pendingAnswer
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, fallbackAfterMs))
  try {
    const first = await Promise.race([pendingAnswer.then((answer) => ({ answer })), timeout])
    if (first) return first.answer
  } catch (error) {
    if (failureOf(error).code !== 'network_error') throw error
  }
  // Without its code no saved answer can be read; the read then fails as the line does.
  const savedReads = await import('./saved-reads.ts').catch(() => undefined)
  return savedReads ? savedReads.preferSavedRead(pendingAnswer, readRequest) : pendingAnswer
}
