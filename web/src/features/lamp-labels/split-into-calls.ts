import { maxRowsPerCall } from '@vigilux/contract/features/lamp-labels/lamp-text-limits.ts'
import { failureOf } from '../../shared/api/api-failure.ts'

/** Well below the maximum size of a call, to leave room for the rest of it. */
const maxBytesPerCall = 200_000

export function splitIntoCalls<Row>(rows: readonly Row[], maxRows: number = maxRowsPerCall): Row[][] {
  const encoder = new TextEncoder()
  const parts: Row[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const size = encoder.encode(JSON.stringify(row)).length + 1
    const last = parts.at(-1)
    if (last && bytes + size <= maxBytesPerCall && last.length < maxRows) {
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

/** For idempotent calls: retries for as long as the server is busy. */
export async function retryWhenBusy<Answer>(request: () => Promise<Answer>, wait = delay): Promise<Answer> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      const { code, details } = failureOf(error)
      if (code !== 'TOO_MANY_REQUESTS') throw error
      const { retryAfterS = 1 } = (details ?? {}) as { retryAfterS?: number }
      await wait(retryAfterS * 1000)
    }
  }
}
