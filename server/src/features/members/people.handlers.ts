import type { ParsedInput } from '@vigilux/contract/actions.ts'
import type { peopleActions } from '@vigilux/contract/features/members/people.actions.ts'
import type { InviteResult, RemovalResult } from '@vigilux/contract/features/members/people.ts'
import { isClientRole } from '@vigilux/contract/kernel/permissions.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { type AuditRecord, changesBetween } from '../../kernel/audit-notes.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { findInvitationObstacle, sendInvitation } from './invite.ts'
import { listMembers, type MemberRow, removeMember } from './members.store.ts'
import { findReasonToStay } from './membership-end.ts'
import { notifyMembers } from './notify-members.ts'
import { type AdministeredPlant, listAdministered, listPeople } from './people.store.ts'
import { lockPlant, lockPlantState } from './plant-access.store.ts'

type AdministeredPlants = ReadonlyMap<string, AdministeredPlant>

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

const findAdministered = async (
  { work, caller }: WriteContext,
  plantIds: readonly string[],
): Promise<AdministeredPlants> =>
  new Map((await listAdministered(work.tx, caller, plantIds, work.now)).map((plant) => [plant.plantId, plant]))

/**
 * Reads the administered plants again under their locks, because the caller's own membership may have ended, or a plant
 * may be archived meanwhile.
 */
const lockAdministered = async (context: WriteContext, plantIds: readonly string[]): Promise<AdministeredPlants> => {
  const plants = [...(await findAdministered(context, plantIds)).keys()]
  // Same lock order as the dispatcher: the plant's state before its rows.
  for (const plantId of plants) await lockPlantState(context.work.tx, plantId)
  for (const plantId of plants) await lockPlant(context.work.tx, plantId)
  return findAdministered(context, plantIds)
}

/** Why nothing may be done in a plant; null when it is open to changes. */
const refusalOf = (plant: AdministeredPlant | undefined) => {
  if (!plant) return 'PLANT_NOT_FOUND'
  return plant.isArchived ? 'PLANT_ARCHIVED' : null
}

/** The outcome of each invitation, pair by pair; a plant outside this map counts as unknown. */
const planInvites = async (
  { tx, now }: Work,
  { emails, plantIds, ...invitation }: ParsedInput<'inviteToPlants'>,
  plants: AdministeredPlants,
): Promise<InviteResult[]> => {
  const endsOn = invitation.endsOn ?? null
  const results: InviteResult[] = []
  for (const plant_id of distinct(plantIds)) {
    const plant = plants.get(plant_id)
    const members = plant ? await listMembers(tx, plant_id, now) : []
    for (const email of distinct(emails)) {
      const refusal =
        refusalOf(plant) ?? (plant && (await findInvitationObstacle(tx, plant, members, { email, endsOn }, now)))
      results.push({ email, plant_id, plantname: plant?.plant ?? '', outcome: refusal ?? 'invited' })
    }
  }
  return results
}

type PlannedRemoval = { result: RemovalResult; member: MemberRow | undefined }

/** Removes one after the other, so the second of two last administrators stays. */
const planRemovalsIn = (
  { plantId: plant_id, plant: plantname, isArchived }: AdministeredPlant,
  allMembers: readonly MemberRow[],
  userIds: readonly string[],
): PlannedRemoval[] => {
  let members = allMembers
  return userIds.map((userid) => {
    const member = members.find(({ userId }) => userId === userid)
    const reasonToStay = member && (isArchived ? 'PLANT_ARCHIVED' : findReasonToStay(members, member))
    const outcome = member ? (reasonToStay ?? 'removed') : 'MEMBER_NOT_FOUND'
    if (outcome === 'removed') members = members.filter((one) => one !== member)
    return { member, result: { plant_id, plantname, userid, name: member?.name ?? '', outcome } }
  })
}

/** The outcome of each removal, pair by pair; a plant outside this map counts as unknown. */
const planRemovals = async (
  { tx, now }: Work,
  { userIds, plantIds }: ParsedInput<'removeFromPlants'>,
  plants: AdministeredPlants,
): Promise<PlannedRemoval[]> => {
  const removals: PlannedRemoval[] = []
  const distinctUserIds = distinct(userIds)
  for (const plant_id of distinct(plantIds)) {
    const plant = plants.get(plant_id)
    const unknown = { plant_id, plantname: '', name: '', outcome: 'PLANT_NOT_FOUND' as const }
    if (!plant)
      removals.push(...distinctUserIds.map((userid) => ({ member: undefined, result: { ...unknown, userid } })))
    else removals.push(...planRemovalsIn(plant, await listMembers(tx, plant_id, now), distinctUserIds))
  }
  return removals
}

type BulkContext = WriteContext & { requestId: string }
type AuditedMembership = {
  plantId: string
  action: string
  kind: 'person' | 'invitation'
  id: string
  name: string
} & Pick<AuditRecord, 'changes'>

/** Each plant's audit shows its own changes, as if they had been made there alone. */
const auditOf = async (
  { work, caller, requestId }: BulkContext,
  { plantId, action, kind, id, name, changes }: AuditedMembership,
) => {
  const notes = { plantId, targets: [{ kind, id, name }], moreTargets: 0, changes }
  await writeAudit(work.tx, { at: work.now, caller, plantId, action, result: 'ok', requestId, notes })
}

const inviteAction = { clientOwner: 'invitaCliente', clientStaff: 'invitaDelegato' } as const
const actionOf = (role: ParsedInput<'inviteToPlants'>['role']): string =>
  role === 'clientOwner' || role === 'clientStaff' ? inviteAction[role] : 'invitaCollab'

const notifyPlants = async (
  context: BulkContext,
  results: readonly { plant_id: string; outcome: string }[],
  done: string,
) => {
  const plantIds = distinct(results.filter(({ outcome }) => outcome === done).map(({ plant_id }) => plant_id))
  for (const plantId of plantIds) await notifyMembers(context.work, plantId)
}

type Handlers = HandlersOf<typeof peopleActions>

const inviteToPlants: Handlers['inviteToPlants'] = async ({ input, role: __, ...context }) => {
  const { role, language, endsOn = null, emails } = input
  context.work.audit.target(...distinct(emails).map((name) => ({ kind: 'invitation' as const, id: '', name })))
  const plants = await lockAdministered(context, input.plantIds)
  const results = await planInvites(context.work, input, plants)
  const changes = changesBetween(null, { role, ...(endsOn && { endsOn }) })
  for (const { email, plant_id: plantId, outcome } of results) {
    const plant = plants.get(plantId)
    if (outcome !== 'invited' || !plant) continue
    await sendInvitation(context, plant, { email, endsOn, role, language })
    await auditOf(context, { plantId, action: actionOf(role), kind: 'invitation', id: '', name: email, changes })
  }
  await notifyPlants(context, results, 'invited')
  return { results }
}

const removeFromPlants: Handlers['removeFromPlants'] = async ({ input, role: __, ...context }) => {
  const { work } = context
  const removals = await planRemovals(context.work, input, await lockAdministered(context, input.plantIds))
  const names = new Map(removals.flatMap(({ member }) => (member ? [[member.userId, member.name]] : [])))
  work.audit.target(
    ...distinct(input.userIds).map((id) => ({ kind: 'person' as const, id, name: names.get(id) ?? '' })),
  )
  for (const { member, result } of removals) {
    if (result.outcome !== 'removed' || !member) continue
    const { plantId, userId: id, name, role } = member
    await removeMember(work.tx, plantId, id)
    work.broadcast({ user: id }, 'membershipEnded', { plant_id: plantId, userid: id })
    const action = isClientRole(role) ? 'rimuoviDelegato' : 'rimuoviCollab'
    const changes = changesBetween({ role }, { role: null })
    await auditOf(context, { plantId, action, kind: 'person', id, name, changes })
  }
  const results = removals.map(({ result }) => result)
  await notifyPlants(context, results, 'removed')
  return { results }
}

export const peopleHandlers: Handlers = {
  getPeople: ({ work, input, caller }) => listPeople(work.tx, caller, input, work.now),
  previewInvites: async ({ work, input, caller }) => {
    const plants = await findAdministered({ work, caller }, input.plantIds)
    return { results: await planInvites(work, input, plants) }
  },
  inviteToPlants,
  previewRemovals: async ({ work, input, caller }) => {
    const removals = await planRemovals(work, input, await findAdministered({ work, caller }, input.plantIds))
    return { results: removals.map(({ result }) => result) }
  },
  removeFromPlants,
}
