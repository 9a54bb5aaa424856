import { maxRowsPerCall } from '@vigilux/contract/features/lamp-texts/lamp-text-limits.ts'
import { failureOf } from '../../shared/api/api-failure.ts'

/** Far enough below the largest call that the rest of it has room. */
const maxBytesPerCall = 200_000

/** Rows in parts, each of which fits into one call. */
export function splitIntoCalls<Row>(rows: readonly Row[], most: number = maxRowsPerCall): Row[][] {
  const encoder = new TextEncoder()
  const parts: Row[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(row)).length + 1
    const last = parts.at(-1)
    if (last && bytes + size <= maxBytesPerCall && last.length < most) {
      last.push(row)
      bytes += size
    } else {
      parts.push([row])
      bytes = size
    }
  }
  return parts
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Calls that bear being made twice: again where the server asks for patience, as often as it takes. */
export async function retryWhenBusy<Answer>(ask: () => Promise<Answer>, wait = delay): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const { code, details } = failureOf(error)
      if (code !== 'TOO_MANY_REQUESTS') throw error
      const { retryAfterS = 1 } = (details ?? {}) as { retryAfterS?: number }
      await wait(retryAfterS * 1000)
    }
  }
}
