import { randomUUID } from 'node:crypto'
import type { plantArchiveActions } from '@vigilux/contract/features/plant-archive/plant-archive.actions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { refuseWhileAnyHeld, releasePlantUnits, restorePlantUnits } from '../central-units/index.ts'
import { haltCommands } from '../commands/index.ts'
import { cancelHeldTests } from '../emergency-tests/index.ts'
import { createFileLink, findFile, isAvailable } from '../files/index.ts'
import { exportDetail, exportNameOf } from '../logbook/index.ts'
import { listMemberIds } from '../members/index.ts'
import { findPlant, findPlantOrDeleted, type PlantRow, savePlantState } from '../plants/index.ts'
import { countContents, countDeleted, listDeleted, lockDeleted, restorableUntil } from './deleted-plants.store.ts'
import {
  findLastExport,
  findPlantExport,
  insertPlantExport,
  type PlantExportRow,
  toPlantExport,
} from './plant-exports.store.ts'

const pageRows = 25
const dayMs = 86_400_000

type ArchiveContext = WriteContext

const auditPlant = ({ work }: ArchiveContext, { id, plantname }: PlantRow): void =>
  work.audit.target({ kind: 'plant', id, name: plantname })

/** A plant's members and the caller, because the office is no member. */
const listConcerned = async ({ work, caller }: ArchiveContext, plantId: string): Promise<string[]> => [
  ...new Set([...((await listMemberIds(work.tx, [plantId], work.now)).get(plantId) ?? []), caller.userId]),
]

/** Broadcasts the archived state to watchers of the plant and of lists with it. */
const broadcastArchived = async (context: ArchiveContext, plantId: string): Promise<void> => {
  context.work.broadcast({ plant: plantId }, 'plantArchived', { plant_id: plantId })
  for (const user of await listConcerned(context, plantId))
    context.work.broadcast({ user }, 'plantArchived', { plant_id: plantId })
}

type Handlers = HandlersOf<typeof plantArchiveActions>

const archivePlant: Handlers['archivePlant'] = async ({ input: { plantId }, ...context }) => {
  const { work } = context
  const plant = await findPlant(work.tx, plantId)
  auditPlant(context, plant)
  if (plant.archivedAt) return { archived_at: plant.archivedAt.toISOString() }
  await refuseWhileAnyHeld(context.work, plantId)
  const now = work.now
  await savePlantState(work, plantId, { archivedAt: now })
  await cancelHeldTests(work.tx, plantId)
  await haltCommands(work, plantId)
  work.audit.diff({ archived: false }, { archived: true })
  work.broadcast({ plant: plantId }, 'heldTest', { plant_id: plantId })
  await broadcastArchived(context, plantId)
  return { archived_at: now.toISOString() }
}

const unarchivePlant: Handlers['unarchivePlant'] = async ({ input: { plantId }, ...context }) => {
  const plant = await findPlant(context.work.tx, plantId)
  auditPlant(context, plant)
  if (!plant.archivedAt) return {}
  await savePlantState(context.work, plantId, { archivedAt: null })
  context.work.audit.diff({ archived: true }, { archived: false })
  await broadcastArchived(context, plantId)
  return {}
}

const removePlant: Handlers['removePlant'] = async ({ input: { plantId, plantname }, ...context }) => {
  const { work, caller } = context
  const plant = await findPlant(work.tx, plantId)
  auditPlant(context, plant)
  await refuseWhileAnyHeld(context.work, plantId)
  if (plant.plantname !== plantname) return work.fail('NAME_DOES_NOT_MATCH')
  const now = work.now
  await savePlantState(work, plantId, { removedAt: now, removedBy: caller.userId, removedByName: caller.name })
  await releasePlantUnits(context, plantId, now)
  work.broadcast({ plant: plantId }, 'removePlant', { plant_id: plantId })
  const members = (await listMemberIds(work.tx, [plantId], now)).get(plantId) ?? []
  for (const userid of members) work.broadcast({ user: userid }, 'membershipEnded', { plant_id: plantId, userid })
  for (const user of await listConcerned(context, plantId))
    work.broadcast({ user }, 'deletedPlants', { plant_id: plantId })
  return { restorable_until: restorableUntil(now, work.ports.settings.restoreDays).toISOString() }
}

/** When the time to restore a deleted plant ended; null while it can still be restored. */
const restoreEnded = ({ removedAt, erasedAt }: PlantRow, { now, ports }: Work): Date | null => {
  if (!removedAt) return null
  const until = restorableUntil(removedAt, ports.settings.restoreDays)
  return erasedAt || until <= now ? until : null
}

const restorePlant: Handlers['restorePlant'] = async ({ input: { plantId }, ...context }) => {
  const { work } = context
  const plant = await lockDeleted(work.tx, plantId)
  if (!plant?.removedAt) throw new Error('a deleted plant that its caller holds is gone')
  auditPlant(context, plant)
  const until = restoreEnded(plant, work)
  if (until) return work.fail('RESTORE_PERIOD_OVER', { until: until.toISOString() })
  await savePlantState(work, plantId, { removedAt: null, removedBy: null, removedByName: null })
  const units = await restorePlantUnits(context, plantId, plant.removedAt)
  for (const user of await listConcerned(context, plantId)) {
    work.broadcast({ user }, 'savePlant', { plant_id: plantId })
    work.broadcast({ user }, 'deletedPlants', { plant_id: plantId })
  }
  return { plant_id: plantId, plantname: plant.plantname, units }
}

const exportDeletedLogbook: Handlers['exportDeletedLogbook'] = async ({ input: { plantId }, ...context }) => {
  const plant = await findPlantOrDeleted(context.work.tx, plantId)
  auditPlant(context, plant)
  const until = restoreEnded(plant, context.work)
  if (until && context.caller.usertype !== 'admin')
    return context.work.fail('RESTORE_PERIOD_OVER', { until: until.toISOString() })
  const { sessionId } = context.caller
  const url = context.work.ports.fileLinks.signMade({ ...exportDetail(plantId, {}), sessionId })
  return { url, name: exportNameOf(plant, context.work.now) }
}

const createPlantExport: Handlers['createPlantExport'] = async ({ input: { plantId }, work, caller }) => {
  const plant = await findPlant(work.tx, plantId)
  work.audit.target({ kind: 'plant', id: plantId, name: plant.plantname })
  const last = await findLastExport(work.tx, plantId, work.now)
  if (last && (last.state === 'waiting' || last.state === 'running')) return { export: toPlantExport(last) }
  const row: PlantExportRow = {
    id: randomUUID(),
    plantId,
    state: 'waiting',
    done: 0,
    total: 0,
    bytes: null,
    fileId: null,
    requestedBy: caller.userId,
    requestedAt: work.now,
  }
  await insertPlantExport(work.tx, row)
  await work.ports.jobs.enqueue(work.tx, 'plant.export', { plantId, exportId: row.id })
  return { export: toPlantExport(row) }
}

const downloadPlantExport: Handlers['downloadPlantExport'] = async ({ input, work, caller }) => {
  const row = (await findPlantExport(work.tx, input.plantId, input.exportId)) ?? work.fail('FILE_NOT_FOUND')
  const file = row.fileId === null ? undefined : await findFile(work.tx, row.fileId)
  if (!file || !isAvailable(file, work.now)) return work.fail('FILE_NOT_FOUND')
  work.audit.target({ kind: 'plant', id: input.plantId, name: file.name })
  return createFileLink(file, { links: work.ports.fileLinks, sessionId: caller.sessionId })
}

export const plantArchiveHandlers: Handlers = {
  archivePlant,
  unarchivePlant,
  getPlantContents: async ({ work, input: { plantId } }) => ({
    contents: await countContents(work.tx, plantId, work.now),
    restoreDays: work.ports.settings.restoreDays,
  }),
  removePlant,
  getDeletedPlants: async ({ work, input: { search, page }, caller }) => {
    const days = work.ports.settings.restoreDays
    const now = work.now
    const filter = { search, since: new Date(now.getTime() - days * dayMs), now }
    const span = { offset: (page - 1) * pageRows, limit: pageRows, days }
    return {
      plants: await listDeleted(work.tx, caller, filter, span),
      total: await countDeleted(work.tx, caller, filter),
    }
  },
  createPlantExport,
  getPlantExport: async ({ work, input: { plantId } }) => {
    const row = await findLastExport(work.tx, plantId, work.now)
    return { export: row ? toPlantExport(row) : null }
  },
  downloadPlantExport,
  exportDeletedLogbook,
  restorePlant,
}
