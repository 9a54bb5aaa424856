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
  /** The last day that the membership will have, in the plant's zone; null where it has no end. */
  endsOn: z.iso.date().nullable(),
})
export type Invitation = z.infer<typeof invitation>

/** How many ended memberships of a plant are listed. */
export const maxListedEndedMembers = 200

/** Somebody whose membership ended with its last day. */
export const endedMember = z.object({
  userid: id,
  name: z.string(),
  email: z.string(),
  role: z.enum(plantRoles),
  endedOn: z.iso.date(),
})
export type EndedMember = z.infer<typeof endedMember>

/** An invitation as the invited person sees it, before being a member. */
export const pendingInvitation = z.object({
  id,
  plantname: z.string(),
  city: z.string(),
  timezone: z.string(),
  role: z.enum(plantRoles),
  sentBy: z.string(),
  expiresAt: instant,
  endsOn: z.iso.date().nullable(),
  /** Whether it went to the address of who asks; else the link was passed on, and only who it was for can accept. */
  yours: z.boolean(),
})
