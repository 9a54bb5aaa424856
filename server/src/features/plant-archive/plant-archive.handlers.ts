import type { plantArchiveActions } from '@vigilux/contract/features/plant-archive/plant-archive.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { refuseWhileAnyHeld, releasePlantUnits, returnPlantUnits } from '../central-units/index.ts'
import { haltCommands } from '../commands/index.ts'
import { cancelHeldTests } from '../emergency-tests/index.ts'
import { exportDetail, exportNameOf } from '../logbook/index.ts'
import { memberIds } from '../members/index.ts'
import { findPlant, findPlantEver, type PlantRow, savePlantState } from '../plants/index.ts'
import { countContents, countDeleted, listDeleted, lockDeleted, restorableUntil } from './deleted-plants.store.ts'

const pageRows = 25
const dayMs = 86_400_000

type Tells = Pick<WriteContext, 'tx' | 'announce' | 'caller' | 'ports'>

const aboutPlant = ({ tx }: Tells, { id, plantname }: PlantRow): void =>
  about(tx, { kind: 'plant', id, name: plantname })

/** The members of a plant, and who does it: the office is no member. */
const concerned = async ({ tx, caller, ports }: Tells, plantId: string): Promise<string[]> => [
  ...new Set([...((await memberIds(tx, [plantId], ports.clock.now())).get(plantId) ?? []), caller.userId]),
]

/** Whoever watches the plant, or has it in a list, sees at once that it is archived, or no more. */
const tellArchived = async (context: Tells, plantId: string): Promise<void> => {
  context.announce({ plant: plantId }, 'plantArchived', { plant_id: plantId })
  for (const user of await concerned(context, plantId))
    context.announce({ user }, 'plantArchived', { plant_id: plantId })
}

type Handlers = HandlersOf<typeof plantArchiveActions>

const archivePlant: Handlers['archivePlant'] = async ({ input: { plantId }, ...context }) => {
  const { tx, announce, ports } = context
  const plant = await findPlant(tx, plantId)
  aboutPlant(context, plant)
  if (plant.archivedAt) return { archived_at: plant.archivedAt.toISOString() }
  await refuseWhileAnyHeld(context, plantId)
  const now = ports.clock.now()
  await savePlantState(tx, plantId, { archivedAt: now })
  await cancelHeldTests(tx, plantId)
  await haltCommands(tx, plantId, now)
  changed(tx, { archived: false }, { archived: true })
  announce({ plant: plantId }, 'heldTest', { plant_id: plantId })
  await tellArchived(context, plantId)
  return { archived_at: now.toISOString() }
}

const unarchivePlant: Handlers['unarchivePlant'] = async ({ input: { plantId }, ...context }) => {
  const plant = await findPlant(context.tx, plantId)
  aboutPlant(context, plant)
  if (!plant.archivedAt) return {}
  await savePlantState(context.tx, plantId, { archivedAt: null })
  changed(context.tx, { archived: true }, { archived: false })
  await tellArchived(context, plantId)
  return {}
}

const removePlant: Handlers['removePlant'] = async ({ input: { plantId, plantname }, fail, ...context }) => {
  const { tx, announce, ports, caller } = context
  const plant = await findPlant(tx, plantId)
  aboutPlant(context, plant)
  await refuseWhileAnyHeld(context, plantId)
  if (plant.plantname !== plantname) return fail('NAME_DOES_NOT_MATCH')
  const now = ports.clock.now()
  await savePlantState(tx, plantId, { removedAt: now, removedBy: caller.userId, removedByName: caller.name })
  await releasePlantUnits(context, plantId, now)
  announce({ plant: plantId }, 'removePlant', { plant_id: plantId })
  const members = (await memberIds(tx, [plantId], now)).get(plantId) ?? []
  for (const userid of members) announce({ user: userid }, 'membershipEnded', { plant_id: plantId, userid })
  for (const user of await concerned(context, plantId)) announce({ user }, 'deletedPlants', { plant_id: plantId })
  return { restorable_until: restorableUntil(now, ports.settings.restoreDays).toISOString() }
}

/** Until when a plant that stands among the deleted ones can be restored, if that is over; null while it can be. */
const restoreEnded = ({ removedAt, erasedAt }: PlantRow, { clock, settings }: WriteContext['ports']): Date | null => {
  if (!removedAt) return null
  const until = restorableUntil(removedAt, settings.restoreDays)
  return erasedAt || until <= clock.now() ? until : null
}

const restorePlant: Handlers['restorePlant'] = async ({ input: { plantId }, fail, ...context }) => {
  const { tx, announce, ports } = context
  const plant = await lockDeleted(tx, plantId)
  if (!plant?.removedAt) throw new Error('a deleted plant that its caller holds is gone')
  aboutPlant(context, plant)
  const until = restoreEnded(plant, ports)
  if (until) return fail('RESTORE_PERIOD_OVER', { until: until.toISOString() })
  await savePlantState(tx, plantId, { removedAt: null, removedBy: null, removedByName: null })
  const units = await returnPlantUnits(context, plantId, plant.removedAt)
  for (const user of await concerned(context, plantId)) {
    announce({ user }, 'savePlant', { plant_id: plantId })
    announce({ user }, 'deletedPlants', { plant_id: plantId })
  }
  return { plant_id: plantId, plantname: plant.plantname, units }
}

const exportDeletedLogbook: Handlers['exportDeletedLogbook'] = async ({ input: { plantId }, fail, ...context }) => {
  const plant = await findPlantEver(context.tx, plantId)
  aboutPlant(context, plant)
  const until = restoreEnded(plant, context.ports)
  if (until && context.caller.usertype !== 'admin') return fail('RESTORE_PERIOD_OVER', { until: until.toISOString() })
  const { sessionId } = context.caller
  const url = context.ports.fileLinks.signMade({ ...exportDetail(plantId, {}), sessionId })
  return { url, name: exportNameOf(plant.plantname) }
}

export const plantArchiveHandlers: Handlers = {
  archivePlant,
  unarchivePlant,
  getPlantContents: async ({ input: { plantId }, tx, ports }) => ({
    contents: await countContents(tx, plantId, ports.clock.now()),
    restoreDays: ports.settings.restoreDays,
  }),
  removePlant,
  getDeletedPlants: async ({ input: { search, page }, caller, tx, ports }) => {
    const days = ports.settings.restoreDays
    const now = ports.clock.now()
    const filter = { search, since: new Date(now.getTime() - days * dayMs), now }
    const span = { offset: (page - 1) * pageRows, limit: pageRows, days }
    return { plants: await listDeleted(tx, caller, filter, span), total: await countDeleted(tx, caller, filter) }
  },
  exportDeletedLogbook,
  restorePlant,
}
