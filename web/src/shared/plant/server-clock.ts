/** How far the server's clock is ahead of this one, in milliseconds; taken from every answer that carries its time. */
let offsetMs = 0

export function recordServerTime(servedAt: string): void {
  offsetMs = Date.parse(servedAt) - Date.now()
}

/** Now, by the server's clock: for countdowns to an instant that the server has set. */
export function serverNow(now = Date.now()): number {
  return now + offsetMs
}
