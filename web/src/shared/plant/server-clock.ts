/** How far the server's clock is ahead of the device's, in milliseconds; updated from every answer with a time. */
let offsetMs = 0

export function recordServerTime(servedAt: string): void {
  offsetMs = Date.parse(servedAt) - Date.now()
}

/** Current time by the server's clock: for countdowns to an instant set by the server. */
export function serverNow(now = Date.now()): number {
  return now + offsetMs
}
