import type { CustomFetch } from 'openid-client'

/** An unreachable provider, or one with an unusable answer; an answer with an error is not included. */
export class ProviderUnavailable extends Error {}

/** Maximum bytes of an answer; a large set of keys has about ten thousand. */
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
 * Fetches a complete answer or rejects with {@link ProviderUnavailable}: if nobody answers, the server fails, the
 * signal fires, or the answer exceeds 256 KiB. Redirects are not followed.
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
      // A response without content must have a null body.
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
