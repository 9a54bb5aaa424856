import type { CustomFetch } from 'openid-client'

/** A provider that cannot be asked, or whose answer cannot be taken; what it answered wrongly is another matter. */
export class ProviderUnavailable extends Error {}

/** Bytes of an answer; a large set of keys has some ten thousand. */
const maxBytes = 262_144

const readBounded = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > maxBytes) throw new ProviderUnavailable('its answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * Fetches an answer whole or rejects with {@link ProviderUnavailable}: where nobody answers, its server fails, it takes longer than the signal allows or has more than
 * 256 KiB. Redirections are not followed.
 */
export const boundedFetch =
  (signal: AbortSignal): CustomFetch =>
  async (url, { method, headers, body }) => {
    try {
      const answer = await fetch(url, {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body ? { body } : {}),
      })
      if (answer.status >= 500) {
        await answer.body?.cancel()
        throw new ProviderUnavailable(`it answers ${answer.status}`)
      }
      const bytes = answer.body ? await readBounded(answer.body) : []
      // An answer without content may have none.
      return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, {
        status: answer.status,
        headers: answer.headers,
      })
    } catch (error) {
      throw error instanceof ProviderUnavailable
        ? error
        : new ProviderUnavailable('it cannot be reached', { cause: error })
    }
  }
