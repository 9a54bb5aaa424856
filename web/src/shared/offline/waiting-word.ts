import { waitingKey } from './waiting-key.ts'

/** Word for the sign-in page of whose work waits on this device, and of how much; nothing of what it is. */
export type Waiting = { userid: string; name: string; count: number }

export function waitingHere(): Waiting | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(waitingKey) ?? 'null') as Partial<Waiting> | null
    return typeof found?.name === 'string' && typeof found.count === 'number' ? (found as Waiting) : undefined
  } catch {
    return undefined
  }
}

/** Says how much of this person waits here now; another's word stays while they have nothing. */
export function leaveWord(waiting: Waiting): void {
  try {
    if (waiting.count > 0) localStorage.setItem(waitingKey, JSON.stringify(waiting))
    else if (waitingHere()?.userid === waiting.userid) localStorage.removeItem(waitingKey)
  } catch {
    // Storage is blocked: nothing waits here either.
  }
}
