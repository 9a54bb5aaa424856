import { createHash, randomBytes } from 'node:crypto'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn, endOfDay } from '../../kernel/zoned.ts'
import { findPending, insertInvitation } from './invitations.store.ts'
import type { MemberRow } from './members.store.ts'

const dayMs = 86_400_000

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export type InvitedPlant = { plantId: string; plant: string; zone: string }
type Invitee = { email: string; endsOn: string | null }

export type InvitationObstacle = 'END_DATE_PAST' | 'ALREADY_MEMBER' | 'ALREADY_INVITED'

/** Why this address cannot be invited to a plant; null when it can. */
export const findInvitationObstacle = async (
  tx: Tx,
  { plantId, zone }: InvitedPlant,
  members: readonly MemberRow[],
  { email, endsOn }: Invitee,
  now: Date,
): Promise<InvitationObstacle | null> => {
  if (endsOn !== null && endsOn < dayIn(now, zone)) return 'END_DATE_PAST'
  if (members.some((member) => member.email === email)) return 'ALREADY_MEMBER'
  return (await findPending(tx, plantId, email, now)) ? 'ALREADY_INVITED' : null
}

/** An invitation expires at the latest when the membership would end. */
const lastMoment = (time: number, endsOn: string | null, zone: string): Date =>
  new Date(endsOn === null ? time : Math.min(time, endOfDay(endsOn, zone).getTime()))

/** Saves an invitation and queues the mail with its link; returns its id. The caller has locked the plant. */
export const sendInvitation = async (
  { work, caller }: WriteContext,
  { plantId, plant, zone }: InvitedPlant,
  { email, endsOn, role, language }: Invitee & { role: PlantRole; language: Language | undefined },
): Promise<string> => {
  const now = work.now
  const token = randomBytes(24).toString('base64url')
  const expiresAt = lastMoment(now.getTime() + work.ports.settings.limits.invitationDays * dayMs, endsOn, zone)
  const invitationFields = { plantId, email, role, endsOn, language: language ?? caller.language }
  const sendingFields = { tokenHash: hashOf(token), sentBy: caller.userId, sentAt: now, expiresAt }
  const id = await insertInvitation(work.tx, { ...invitationFields, ...sendingFields })
  await work.ports.mail.send(work.tx, {
    to: email,
    language: invitationFields.language,
    template: 'invitation',
    values: {
      sender: caller.name,
      plant,
      zone,
      role: `role.${role}`,
      expires: expiresAt.toISOString(),
      url: `${work.ports.settings.publicUrl}/#/home?invite=${token}&inviteType=${role}`,
    },
  })
  return id
}
