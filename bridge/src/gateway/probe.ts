const answerWithinMs = 5_000

/** Address of GET /info beside a WebSocket. */
export const infoAddressOf = (url: string): string => {
  const address = new URL('/info', url)
  address.protocol = address.protocol === 'wss:' ? 'https:' : 'http:'
  return address.href
}

/** Whether the gateway answers anything: an emulation may have no /info. */
export const isAlive = async (address: string): Promise<boolean> => {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(answerWithinMs) })
    await answer.body?.cancel()
    return true
  } catch {
    return false
  }
}
