/** Token bucket: `take` returns the milliseconds to wait for a turn. Up to `burst` at once, then `perSecond`. */
export const tokenBucket = (
  perSecond: number,
  burst: number,
  now: () => number = performance.now.bind(performance),
) => {
  let tokens = burst
  let filledAt = now()
  return {
    take(): number {
      const at = now()
      tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * perSecond)
      filledAt = at
      tokens -= 1
      return tokens >= 0 ? 0 : Math.ceil((-tokens / perSecond) * 1000)
    },
  }
}
