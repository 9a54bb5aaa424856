import { pendingWorkKey } from './pending-work-key.ts'

/** Word for the sign-in page of whose work waits on this device, and of how much; nothing of what it is. */
export type PendingWork = { userid: string; name: string; count: number }

export function findPendingWork(): PendingWork | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(pendingWorkKey) ?? 'null') as Partial<PendingWork> | null
    return typeof found?.name === 'string' && typeof found.count === 'number' ? (found as PendingWork) : undefined
  } catch {
    return undefined
  }
}

/** Says how much of this person waits here now; another's word stays while they have nothing. */
export function savePendingWork(waiting: PendingWork): void {
  try {
    if (waiting.count > 0) localStorage.setItem(pendingWorkKey, JSON.stringify(waiting))
    else if (findPendingWork()?.userid === waiting.userid) localStorage.removeItem(pendingWorkKey)
  } catch {
    // Storage is blocked: nothing waits here either.
  }
}
