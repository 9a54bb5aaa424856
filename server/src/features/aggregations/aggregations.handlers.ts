import { type Aggregation, maxAggregationsPerPlant } from '@vigilux/contract/features/aggregations/aggregation.ts'
import type { aggregationActions } from '@vigilux/contract/features/aggregations/aggregations.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { auditUnit, findUnit } from '../central-units/index.ts'
import {
  countAggregations,
  deleteAggregation,
  deleteOfRemovedUnits,
  findAggregation,
  insertAggregation,
  isNameTaken,
  listAggregations,
  updateAggregation,
} from './aggregations.store.ts'

const auditAggregation = (work: Work, { id, name }: Pick<Aggregation, 'id' | 'name'>): void =>
  work.audit.target({ kind: 'aggregation', id, name })

const requireUnitName = async (work: Work<'UNIT_NOT_FOUND'>, plantId: string, topic: string): Promise<string> => {
  const unit = (await findUnit(work.tx, plantId, { topic })) ?? work.fail('UNIT_NOT_FOUND')
  auditUnit(work, unit)
  return unit.id
}

const auditedFields = ({ name, groups }: Pick<Aggregation, 'name' | 'groups'>) => ({ name, groups: groups.join(', ') })

export const aggregationHandlers: HandlersOf<typeof aggregationActions> = {
  getCollections: async ({ work, input }) => ({ collections: await listAggregations(work.tx, input.plantId) }),
  saveCollection: async ({ work, input }) => {
    const { plantId } = input
    const { name, topic, groups } = input.collection
    await deleteOfRemovedUnits(work.tx, plantId)
    const centralUnitId = await requireUnitName(work, plantId, topic)
    if ((await countAggregations(work.tx, plantId)) >= maxAggregationsPerPlant)
      return work.fail('COLLECTION_LIMIT', { limit: maxAggregationsPerPlant })
    const id = await insertAggregation(work.tx, plantId, { centralUnitId, name, groups })
    if (id === undefined) return work.fail('COLLECTION_NAME_TAKEN')
    const collection = { id, name, cu: topic, groups, uses: [], version: 1 }
    auditAggregation(work, collection)
    work.audit.diff(null, auditedFields(collection))
    work.broadcast({ plant: plantId }, 'saveCollection', { plant_id: plantId, collection })
    return { collection }
  },
  updateCollection: async ({ work, input }) => {
    const { plantId, collectionId: id } = input
    const { name, topic, groups } = input.collection
    await deleteOfRemovedUnits(work.tx, plantId)
    const centralUnitId = await requireUnitName(work, plantId, topic)
    const before = (await findAggregation(work.tx, plantId, id)) ?? work.fail('COLLECTION_NOT_FOUND')
    auditAggregation(work, before)
    if (await isNameTaken(work.tx, plantId, name, id)) return work.fail('COLLECTION_NAME_TAKEN')
    const version = await updateAggregation(work.tx, { id, version: input.version }, { centralUnitId, name, groups })
    if (version === undefined) return work.fail('CHANGED_MEANWHILE', { now: before })
    const collection = { id, name, cu: topic, groups, uses: before.uses, version }
    work.audit.diff(auditedFields(before), auditedFields(collection))
    work.broadcast({ plant: plantId }, 'saveCollection', { plant_id: plantId, collection })
    return { collection }
  },
  removeCollection: async ({ work, input: { plantId, collectionId, confirmed: isConfirmed } }) => {
    const before = (await findAggregation(work.tx, plantId, collectionId)) ?? work.fail('COLLECTION_NOT_FOUND')
    auditAggregation(work, before)
    const { uses } = before
    if (uses.length > 0 && !isConfirmed)
      return work.fail('COLLECTION_IN_USE', { uses, names: uses.map(({ name }) => name).join(', ') })
    await deleteAggregation(work.tx, collectionId)
    work.broadcast({ plant: plantId }, 'removeCollection', { plant_id: plantId, collection_id: collectionId })
    return {}
  },
}
