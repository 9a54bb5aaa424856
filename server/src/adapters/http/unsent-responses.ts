import type { ServerResponse } from 'node:http'

/**
 * Counts unsent bytes of HTTP answers per caller, so that a caller who does not read gets no more: pending answers take
 * memory.
 */
export const createUnsentResponses = (mostBytes: number) => {
  const waiting = new Map<string, number>()
  const add = (payer: string, bytes: number): void => {
    const sum = (waiting.get(payer) ?? 0) + bytes
    if (sum > 0) waiting.set(payer, sum)
    else waiting.delete(payer)
  }
  return {
    isTooMuch: (payer: string): boolean => (waiting.get(payer) ?? 0) > mostBytes,
    /** Counts an answer until it is sent or its connection ends. */
    track(payer: string, response: Pick<ServerResponse, 'once'>, bytes: number): void {
      add(payer, bytes)
      response.once('close', () => add(payer, -bytes))
    },
    callers: () => waiting.size,
  }
}
export type UnsentResponses = ReturnType<typeof createUnsentResponses>
