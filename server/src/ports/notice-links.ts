import type { NoticeKind } from '@vigilux/contract/features/notices/notice.ts'

/** Kinds of mails about a plant to unsubscribe a person from. */
export type Unsubscription = { plantId: string; userId: string; kinds: readonly NoticeKind[] }

/** Signs unsubscribe links without sign-in; each ends these kinds for this person, and permits nothing else. */
export type NoticeLinks = {
  sign(subscription: Unsubscription): string
  /** Null if the token was not signed here or was changed. */
  read(token: string): Unsubscription | null
}
