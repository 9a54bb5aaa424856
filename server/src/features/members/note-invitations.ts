import { noteCauses } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { InvitationRow } from './invitations.store.ts'

type What = 'invitationAccepted' | 'invitationDeclined' | 'invitationExpired'

/** Administrators are to be told what became of invitations to their plants. */
export const noteInvitations = (
  tx: Tx,
  invitations: readonly Pick<InvitationRow, 'id' | 'plantId'>[],
  what: What,
  at: Date,
): Promise<void> =>
  noteCauses(
    tx,
    invitations.map(({ id, plantId }) => ({
      ...({ plantId, kind: 'invitation', what, at, aboutId: id } as const),
      once: `${what} ${id}`,
    })),
  )
