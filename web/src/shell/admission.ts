import type { SessionUser } from '../shared/session/session-api.ts'
import type { PageEntry, PageName } from '../site-map.ts'

const pagesWhileSuspended: readonly PageName[] = ['userProfile', 'support']

/** Whether this page is closed because the person's data is not verified. */
export function isBlockedBySuspension(name: PageName, user: SessionUser): boolean {
  return user.suspended && !pagesWhileSuspended.includes(name)
}

/** Whether a page is open to this kind of person; for a plant's page the server decides. */
export function canEnter(entry: PageEntry, user: SessionUser): boolean {
  if (entry.permission !== 'nto' && entry.permission !== 'ba') return true
  return user.usertype === 'admin' && user.scope === entry.permission
}
