import type { ServerResponse } from 'node:http'

/**
 * Counts unsent bytes of HTTP answers per caller: a caller who does not read gets no more, because pending answers take
 * memory.
 */
export const createUnsentResponses = (maxBytes: number) => {
  const bytesByPayer = new Map<string, number>()
  const add = (payer: string, bytes: number): void => {
    const unsentBytes = (bytesByPayer.get(payer) ?? 0) + bytes
    if (unsentBytes > 0) bytesByPayer.set(payer, unsentBytes)
    else bytesByPayer.delete(payer)
  }
  return {
    isTooMuch: (payer: string): boolean => (bytesByPayer.get(payer) ?? 0) > maxBytes,
    /** Counts an answer until it is sent or its connection ends. */
    track(payer: string, response: Pick<ServerResponse, 'once'>, bytes: number): void {
      add(payer, bytes)
      response.once('close', () => add(payer, -bytes))
    },
    callers: () => bytesByPayer.size,
  }
}
export type UnsentResponses = ReturnType<typeof createUnsentResponses>
