import type { Work } from '../../kernel/work.ts'
import { notifyMembers } from './notify-members.ts'
import { listOfficeIds, lockPlant } from './plant-access.store.ts'
import {
  listMailReceivers,
  listMembershipsInForce,
  listOwnerIds,
  listWithoutAdministrator,
  type PlantWithoutAdministrator,
} from './without-administrator.store.ts'

/** Plants named by a mail; the office's list shows them all. */
const maxLines = 50

/** Sends each person one mail with all affected plants. */
const mailReceivers = async (
  work: Work,
  template: 'ownerNoAdministrator' | 'officeNoAdministrator',
  plants: readonly PlantWithoutAdministrator[],
  peopleOf: Map<string, string[]>,
): Promise<void> => {
  const { mail, settings } = work.ports
  const linesOf = new Map<string, string[]>()
  for (const { id, line } of plants)
    for (const userId of peopleOf.get(id) ?? []) linesOf.set(userId, [...(linesOf.get(userId) ?? []), line])
  for (const [userId, { email: to, language, scope }] of await listMailReceivers(work.tx, [...linesOf.keys()])) {
    const lines = linesOf.get(userId) ?? []
    const page = scope === 'ba' ? 'bahome' : 'ntosummary'
    const url = scope ? `${settings.publicUrl}/#/${page}?administrator=none` : settings.publicUrl
    const shownLines = lines.length > maxLines ? [...lines.slice(0, maxLines), '…'] : lines
    await mail.send(work.tx, { to, language, template, values: { url, lines: JSON.stringify(shownLines) } })
  }
}

/** Mails the owners and the office of those plants without an active administrator. */
export const mailWithoutAdministrator = async (work: Work, plantIds: string[]): Promise<void> => {
  const { tx } = work
  if (plantIds.length === 0) return
  const plants = await listWithoutAdministrator(tx, plantIds, work.now)
  const ids = plants.map(({ id }) => id)
  if (ids.length === 0) return
  await mailReceivers(work, 'ownerNoAdministrator', plants, await listOwnerIds(tx, ids, work.now))
  await mailReceivers(work, 'officeNoAdministrator', plants, await listOfficeIds(tx, ids))
}

/**
 * Locks a person's plants in a fixed order before the account is closed or opened: otherwise the last two
 * administrators could leave at once, each while the other still counts. Returns the work to run once the account has
 * changed.
 */
export const lockBeforeActivityChange = async (work: Work, userId: string): Promise<() => Promise<void>> => {
  const { tx } = work
  const memberships = await listMembershipsInForce(tx, userId, work.now)
  for (const { plantId } of memberships) await lockPlant(tx, plantId)
  return async () => {
    for (const { plantId } of memberships) await notifyMembers(work, plantId)
    const administratorMemberships = memberships.filter(({ role }) => role === 'installerAdministrator')
    await mailWithoutAdministrator(
      work,
      administratorMemberships.map(({ plantId }) => plantId),
    )
  }
}
