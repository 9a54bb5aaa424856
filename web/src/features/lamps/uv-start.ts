const prefix = 'vigilux.uv.'

/** Remembers in this browser when a UV tube was switched on from it: the lamp reports its timer, but not its start. */
export function noteUvStart(lamp: string, at: Date | undefined): void {
  try {
    if (at) localStorage.setItem(prefix + lamp, at.toISOString())
    else localStorage.removeItem(prefix + lamp)
  } catch {
    // A browser that stores nothing shows the timer without its count.
  }
}

/** Seconds until the tube goes out by itself; undefined where the start is not known here or lies too far back. */
export function uvSecondsLeft(lamp: string, timerMin: number | undefined, now: number): number | undefined {
  const started = Date.parse(localStorage.getItem(prefix + lamp) ?? '')
  if (timerMin === undefined || Number.isNaN(started)) return undefined
  const left = Math.ceil((started + timerMin * 60_000 - now) / 1000)
  return left > 0 ? left : undefined
}
