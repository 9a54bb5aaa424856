import { z } from 'zod'
import { plantRoles } from '../../kernel/permissions.ts'
import { id, instant } from '../../kernel/primitives.ts'

export const invitationStates = ['pending', 'accepted', 'declined', 'expired', 'deleted'] as const

export const invitation = z.object({
  id,
  email: z.string(),
  role: z.enum(plantRoles),
  state: z.enum(invitationStates),
  sentAt: instant,
  expiresAt: instant,
  sentBy: z.string(),
  /** Future last day of the membership, in the plant's zone; null without an end. */
  endsOn: z.iso.date().nullable(),
})
export type Invitation = z.infer<typeof invitation>

/** Maximum ended memberships in the list. */
export const maxListedEndedMembers = 200

/** Person whose membership ended by its end date. */
export const endedMember = z.object({
  userid: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(plantRoles),
  endedOn: z.iso.date(),
})
export type EndedMember = z.infer<typeof endedMember>

/** Invitation as the invited person sees it before accepting. */
export const pendingInvitation = z.object({
  id,
  plantname: z.string(),
  city: z.string(),
  timezone: z.string(),
  role: z.enum(plantRoles),
  sentBy: z.string(),
  expiresAt: instant,
  endsOn: z.iso.date().nullable(),
  /** Whether it was sent to the caller's address. If not, only its addressee can accept it. */
  yours: z.boolean(),
})
