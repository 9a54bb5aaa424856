import { recordCauses } from '../../kernel/notice-causes.store.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { InvitationRow } from './invitations.store.ts'

type InvitationOutcome = 'invitationAccepted' | 'invitationDeclined' | 'invitationExpired'

/** Notifies administrators of the outcome of invitations to their plants. */
export const recordInvitationCauses = (
  tx: Tx,
  invitations: readonly Pick<InvitationRow, 'id' | 'plantId'>[],
  outcome: InvitationOutcome,
  at: Date,
): Promise<void> =>
  recordCauses(
    tx,
    invitations.map(({ id, plantId }) => ({
      ...({ plantId, kind: 'invitation', what: outcome, at, aboutId: id } as const),
      once: `${outcome} ${id}`,
    })),
  )
