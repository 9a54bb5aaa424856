import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, inputDay, instant, language, line, plantId } from '../../kernel/primitives.ts'
import { email } from '../accounts/account.ts'
import { plantUser } from '../plants/plant.ts'
import { endedMember, invitation, maxListedEndedMembers, pendingInvitation } from './member.ts'

/** The last day of a membership, as the plant's clocks show it; access ends when it is over. */
const endsOn = inputDay
const invite = { plantId, email, language: language.optional(), endsOn: endsOn.optional() }
const invited = z.object({ invitation })
const inviteErrors = ['ALREADY_INVITED', 'ALREADY_MEMBER', 'END_DATE_PAST'] as const
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
  /** Whose membership ended with its last day and who has not come back, the last first. */
  getEndedMembers: {
    permission: 'members.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ members: z.array(endedMember).max(maxListedEndedMembers) }),
    errors: [],
    effect: 'read',
  },
  /** Invites an installer to work on the plant, until the end of a day where `endsOn` says so. */
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
  /** Invites a delegate of the owner. `endsOn`, the last day of the membership, is for installer administrators alone. */
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
  /** Invites the owner of the plant, until the end of a day where `endsOn` says so. */
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
  /**
   * Sends an unaccepted invitation a second time, to the same address, role, end and language; its older link ends. Client owners
   * send again what they sent.
   */
  resendInvitation: {
    permission: 'members.delegate',
    input: z.strictObject({ plantId, invitationId: id }),
    output: invited,
    errors: [...inviteErrors, 'INVITATION_NOT_FOUND'],
    effect: 'write',
    about: 'invitation',
    alone: true,
    limit: { calls: 100, windowS: 3600 },
  },
  /** Invitations that wait for the caller, by the caller's address or by the token of the mail link. */
  checkInvitoPendente: {
    permission: 'signedIn',
    input: z.strictObject({ invite: line(200).optional() }),
    output: z.object({ invitations: z.array(pendingInvitation) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Makes the caller a member. Twice is as good as once. An invitation is good for as long as who sent it might still send it; of somebody
   * else, or taken back, it is as unknown as one that never was.
   */
  acceptInvite: {
    permission: 'signedIn',
    input: z.strictObject({ invitationId: id }),
    output: z.object({ plant_id: id }),
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_EXPIRED', 'PLANT_ARCHIVED'],
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
    inArchive: true,
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
    errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER', 'NOT_ALLOWED'],
    effect: 'write',
    about: 'person',
    alone: true,
  },
  /**
   * Sets the last day of a membership, from today on as the plant's clocks show it, or takes it away again with null. Access ends with that day;
   * the member and the administrators are told 7 days and 1 day before. The last administrator or owner without one keeps none.
   */
  setMembershipEnd: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, userId: id, endsOn: endsOn.nullable() }),
    output: members,
    errors: ['MEMBER_NOT_FOUND', 'END_DATE_PAST', 'LAST_ADMINISTRATOR', 'LAST_OWNER'],
    effect: 'write',
    about: 'person',
    alone: true,
  },
  /**
   * Gives a member another role of the same side, of the installer or of the client; what that allows counts from the next call on. An owner is made
   * before the last one stops being it, and so with administrators.
   */
  setMemberRole: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, userId: id, role: z.enum(plantRoles) }),
    output: members,
    errors: ['MEMBER_NOT_FOUND', 'ROLE_OF_OTHER_SIDE', 'LAST_ADMINISTRATOR', 'LAST_OWNER'],
    effect: 'write',
    about: 'person',
    alone: true,
  },
})

export const memberErrors = defineErrors({
  INVITATION_NOT_FOUND: 404,
  INVITATION_EXPIRED: 409,
  ALREADY_INVITED: 409,
  ALREADY_MEMBER: 409,
  MEMBER_NOT_FOUND: 404,
  END_DATE_PAST: 400,
  LAST_ADMINISTRATOR: 409,
  LAST_OWNER: 409,
  ROLE_OF_OTHER_SIDE: 409,
  DOMAIN_NOT_CONNECTED: 404,
  MEMBER_RULE_LIMIT: 409,
  MEMBER_RULE_NOT_FOUND: 404,
})

export const memberEvents = defineEvents({
  plantUsers: z.object({ plant_id: id, plant_users: z.array(plantUser) }),
  /** The end of a person's own membership was set, changed or removed. From `until` on, their browsers receive no more events of the plant. */
  membershipEnds: z.object({ plant_id: id, userid: id, until: instant.nullable() }),
  /** Told to the person whose role has become another. */
  setMemberRole: z.object({ plant_id: id, userid: id, role: z.enum(plantRoles) }),
  /** Told to the person who has just lost access; their browsers leave the plant. */
  membershipEnded: z.object({ plant_id: id, userid: id }),
})
