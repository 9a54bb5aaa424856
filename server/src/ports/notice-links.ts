import type { NoticeKind } from '@vigilux/contract/features/notices/notice.ts'

/** What somebody no longer wants to be told of a plant by mail. */
export type Unsubscription = { plantId: string; userId: string; kinds: readonly NoticeKind[] }

/** Signs the addresses by which people end mails without signing in; each ends these kinds for this person, and opens nothing else. */
export type NoticeLinks = {
  sign(what: Unsubscription): string
  /** Null for what was not signed here, or changed. */
  read(token: string): Unsubscription | null
}
