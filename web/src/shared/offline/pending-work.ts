import { pendingWorkKey } from './pending-work-key.ts'

/** Whose outbox waits on this device, and how many entries; for the sign-in page, without contents. */
export type PendingWork = { userid: string; name: string; count: number }

export function findPendingWork(): PendingWork | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(pendingWorkKey) ?? 'null') as Partial<PendingWork> | null
    return typeof found?.name === 'string' && typeof found.count === 'number' ? (found as PendingWork) : undefined
  } catch {
    return undefined
  }
}

/** Saves this person's number of waiting entries; another person's entry stays while this one has none. */
export function savePendingWork(work: PendingWork): void {
  try {
    if (work.count > 0) localStorage.setItem(pendingWorkKey, JSON.stringify(work))
    else if (findPendingWork()?.userid === work.userid) localStorage.removeItem(pendingWorkKey)
  } catch {
    // Storage is blocked: nothing waits here either.
  }
}
