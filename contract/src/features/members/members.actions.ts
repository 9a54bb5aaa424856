import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, inputDay, instant, language, line, plantId } from '../../kernel/primitives.ts'
import { email } from '../accounts/account.ts'
import { plantUser } from '../plants/plant.ts'
import { endedMember, invitation, maxListedEndedMembers, pendingInvitation } from './member.ts'

/** Last day of a membership by the plant's clock; access ends after it. */
const endsOn = inputDay
const invite = { plantId, email, language: language.optional(), endsOn: endsOn.optional() }
const createdInvitation = z.object({ invitation })
const inviteErrors = ['ALREADY_INVITED', 'ALREADY_MEMBER', 'END_DATE_PAST'] as const
const members = z.object({ plant_users: z.array(plantUser) })

/** Members of a plant, invitations, and rules by which people of a company belong to plants. */
export const memberActions = defineActions({
  /** Lists members with role and notification state; addresses only for administrators and the own row. */
  getPlantUsers: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: members,
    errors: [],
    effect: 'read',
    program: 'none',
  },
  /** Lists former members whose membership ended by its end date, latest first. */
  getEndedMembers: {
    permission: 'members.administer',
    input: z.strictObject({ plantId }),
    output: z.object({ members: z.array(endedMember).max(maxListedEndedMembers) }),
    errors: [],
    effect: 'read',
  },
  /** Invites an installer to the plant, optionally until the end of the day `endsOn`. */
  invitaCollab: {
    permission: 'members.administer',
    input: z.strictObject({
      ...invite,
      role: z.enum(['installerAdministrator', 'installerStaff', 'installerReadOnly']),
    }),
    output: createdInvitation,
    errors: inviteErrors,
    effect: 'write',
    about: 'invitation',
    alone: true,
    limit: { calls: 100, windowS: 3600 },
  },
  /** Invites a delegate of the owner. Only installer administrators may set the last day, `endsOn`. */
  invitaDelegato: {
    permission: 'members.delegate',
    input: z.strictObject(invite),
    output: createdInvitation,
    errors: inviteErrors,
    effect: 'write',
    about: 'invitation',
    alone: true,
    limit: { calls: 100, windowS: 3600 },
  },
  /** Invites the owner of the plant, optionally until the end of the day `endsOn`. */
  invitaCliente: {
    permission: 'members.administer',
    input: z.strictObject(invite),
    output: createdInvitation,
    errors: inviteErrors,
    effect: 'write',
    about: 'invitation',
    alone: true,
    limit: { calls: 100, windowS: 3600 },
  },
  /** Lists the unanswered invitations to a plant. */
  listaInviti: {
    permission: 'members.delegate',
    input: z.strictObject({ plantId }),
    output: z.object({ invitations: z.array(invitation) }),
    errors: [],
    effect: 'read',
  },
  /** Revokes an invitation. */
  eliminaInvito: {
    permission: 'members.delegate',
    input: z.strictObject({ plantId, invitationId: id }),
    output: z.object({ invitations: z.array(invitation) }),
    errors: ['INVITATION_NOT_FOUND'],
    effect: 'write',
    about: 'invitation',
  },
  /**
   * Resends an unaccepted invitation with the same address, role, end and language; its older link expires. Client
   * owners may resend only their own invitations.
   */
  resendInvitation: {
    permission: 'members.delegate',
    input: z.strictObject({ plantId, invitationId: id }),
    output: createdInvitation,
    errors: [...inviteErrors, 'INVITATION_NOT_FOUND'],
    effect: 'write',
    about: 'invitation',
    alone: true,
    limit: { calls: 100, windowS: 3600 },
  },
  /** Lists pending invitations for the caller, by the caller's address or by the token of the mail link. */
  checkInvitoPendente: {
    permission: 'signedIn',
    input: z.strictObject({ invite: line(200).optional() }),
    output: z.object({ invitations: z.array(pendingInvitation) }),
    errors: [],
    effect: 'read',
  },
  /**
   * Makes the caller a member; repeating it has no effect. An invitation is valid while its sender may still send it;
   * foreign or revoked ones are not found.
   */
  acceptInvite: {
    permission: 'signedIn',
    input: z.strictObject({ invitationId: id }),
    output: z.object({ plant_id: id }),
    errors: ['INVITATION_NOT_FOUND', 'INVITATION_EXPIRED', 'PLANT_ARCHIVED'],
    effect: 'write',
    about: 'invitation',
  },
  /** Declines an invitation for good; its sender sees this. Repeating it has no effect. */
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
   * Removes a member of the owner's side. A client owner may remove only own delegates; the installer administrator
   * also owners, except the last, who must be replaced.
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
   * Sets or removes (null) the last day of a membership, today at the earliest by the plant's clock. Member and
   * administrators are notified 7 days and 1 day before. The last administrator or owner without an end date cannot get
   * one.
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
   * Changes the role of a member within the same side, effective from the next call. The last owner or administrator
   * can change only after a successor is appointed.
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
  /** The end of the person's membership was set, changed or removed. From `until` on they receive no events. */
  membershipEnds: z.object({ plant_id: id, userid: id, until: instant.nullable() }),
  /** Sent to the person whose role changed. */
  setMemberRole: z.object({ plant_id: id, userid: id, role: z.enum(plantRoles) }),
  /** Sent to the person who has lost access; their browsers leave the plant. */
  membershipEnded: z.object({ plant_id: id, userid: id }),
})
