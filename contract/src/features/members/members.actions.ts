import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, language, line, plantId } from '../../kernel/primitives.ts'
import { email } from '../accounts/account.ts'
import { plantUser } from '../plants/plant.ts'
import { invitation, pendingInvitation } from './member.ts'

const invite = { plantId, email, language: language.optional() }
const invited = z.object({ invitation })
const inviteErrors = ['ALREADY_INVITED', 'ALREADY_MEMBER'] as const
const members = z.object({ plant_users: z.array(plantUser) })

export const memberActions = defineActions({
  /** Members with role and notification state; addresses only for administrators and the own row. */
  getPlantUsers: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: members,
    errors: [],
    effect: 'read',
  },
  /** Invites an installer to work on the plant. */
  invitaCollab: {
    permission: 'members.administer',
    input: z.strictObject({
      ...invite,
      role: z.enum(['installerAdministrator', 'installerStaff', 'installerReadOnly']),
    }),
    output: invited,
    errors: inviteErrors,
    effect: 'write',
    about: 'invitation',
    alone: true,
    limit: { calls: 100, windowS: 3600 },
  },
  /** Invites a delegate of the owner. */
  invitaDelegato: {
    permission: 'members.delegate',
    input: z.strictObject(invite),
    output: invited,
    errors: inviteErrors,
    effect: 'write',
    about: 'invitation',
    alone: true,
    limit: { calls: 100, windowS: 3600 },
  },
  /** Invites the owner of the plant. */
  invitaCliente: {
    permission: 'members.administer',
    input: z.strictObject(invite),
    output: invited,
    errors: inviteErrors,
    effect: 'write',
    about: 'invitation',
    alone: true,
    limit: { calls: 100, windowS: 3600 },
  },
  /** Invitations to a plant that are not answered yet. */
  listaInviti: {
    permission: 'members.delegate',
    input: z.strictObject({ plantId }),
    output: z.object({ invitations: z.array(invitation) }),
    errors: [],
    effect: 'read',
  },
  /** Takes an invitation back. */
  eliminaInvito: {
    permission: 'members.delegate',
    input: z.strictObject({ plantId, invitationId: id }),
    output: z.object({ invitations: z.array(invitation) }),
    errors: ['INVITATION_NOT_FOUND'],
    effect: 'write',
    about: 'invitation',
  },
  /** Invitations that wait for the caller, by the caller's address or by the token of the mail link. */
  checkInvitoPendente: {
    permission: 'signedIn',
    input: z.strictObject({ invite: line(200).optional() }),
    output: z.object({ invitations: z.array(pendingInvitation) }),
    errors: [],
    effect: 'read',
  },
  /** Makes the caller a member. Twice is as good as once. */
  acceptInvite: {
    permission: 'signedIn',
    input: z.strictObject({ invitationId: id }),
    output: z.object({ plant_id: id }),
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_EXPIRED'],
    effect: 'write',
    about: 'invitation',
  },
  /** Refuses an invitation for good; who sent it sees that. Twice is as good as once. */
  declineInvite: {
    permission: 'signedIn',
    input: z.strictObject({ invitationId: id }),
    output: z.object({ invitationId: id }),
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_EXPIRED'],
    effect: 'write',
    about: 'invitation',
  },
  /** Removes a member of the installer's side; never the last administrator. */
  rimuoviCollab: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, userId: id }),
    output: members,
    errors: ['MEMBER_NOT_FOUND', 'LAST_ADMINISTRATOR'],
    effect: 'write',
    about: 'person',
    alone: true,
  },
  /**
   * Removes a member of the owner's side. A client owner removes only delegates of their own inviting, the installer
   * administrator also an owner, but never the last: that one is replaced.
   */
  rimuoviDelegato: {
    permission: 'members.delegate',
    input: z.strictObject({ plantId, userId: id }),
    output: members,
    errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER'],
    effect: 'write',
    about: 'person',
    alone: true,
  },
})
