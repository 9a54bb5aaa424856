import type { SessionUser } from '../shared/session/session-api.ts'
import type { PageEntry, PageName } from '../site-map.ts'

const pagesWhileSuspended: readonly PageName[] = ['userProfile', 'support']

/** Whether the person's plants are closed and this page with them, until their data is verified. */
export function isBlockedBySuspension(name: PageName, user: SessionUser): boolean {
  return user.suspended && !pagesWhileSuspended.includes(name)
}

/** Whether a page is for people of this kind; of a plant's page the server says it. */
export function canEnter(entry: PageEntry, user: SessionUser): boolean {
  if (entry.permission !== 'nto' && entry.permission !== 'ba') return true
  return user.usertype === 'admin' && user.scope === entry.permission
}
