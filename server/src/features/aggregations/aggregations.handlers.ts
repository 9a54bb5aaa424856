import { type Aggregation, aggregationsPerPlant } from '@vigilux/contract/features/aggregations/aggregation.ts'
import type { aggregationActions } from '@vigilux/contract/features/aggregations/aggregations.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { aboutUnit, findUnit } from '../central-units/index.ts'
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

const aboutAggregation = (tx: Tx, { id, name }: Pick<Aggregation, 'id' | 'name'>): void =>
  about(tx, { kind: 'aggregation', id, name })

const unitAt = async (tx: Tx, plantId: string, topic: string): Promise<string> => {
  const unit = (await findUnit(tx, plantId, { topic })) ?? fail('UNIT_NOT_FOUND')
  aboutUnit(tx, unit)
  return unit.id
}

/** What the audit compares. */
const inWords = ({ name, groups }: Pick<Aggregation, 'name' | 'groups'>) => ({ name, groups: groups.join(', ') })

export const aggregationHandlers: HandlersOf<typeof aggregationActions> = {
  getCollections: async ({ input, tx }) => ({ collections: await listAggregations(tx, input.plantId) }),
  saveCollection: async ({ input, tx, announce, fail }) => {
    const { plantId } = input
    const { name, topic, groups } = input.collection
    await deleteOfRemovedUnits(tx, plantId)
    const centralUnitId = await unitAt(tx, plantId, topic)
    if ((await countAggregations(tx, plantId)) >= aggregationsPerPlant)
      return fail('COLLECTION_LIMIT', { limit: aggregationsPerPlant })
    const id = await insertAggregation(tx, plantId, { centralUnitId, name, groups })
    if (id === undefined) return fail('COLLECTION_NAME_TAKEN')
    const collection = { id, name, cu: topic, groups, uses: [], version: 1 }
    aboutAggregation(tx, collection)
    changed(tx, null, inWords(collection))
    announce({ plant: plantId }, 'saveCollection', { plant_id: plantId, collection })
    return { collection }
  },
  updateCollection: async ({ input, tx, announce, fail }) => {
    const { plantId, collectionId: id } = input
    const { name, topic, groups } = input.collection
    await deleteOfRemovedUnits(tx, plantId)
    const centralUnitId = await unitAt(tx, plantId, topic)
    const before = (await findAggregation(tx, plantId, id)) ?? fail('COLLECTION_NOT_FOUND')
    aboutAggregation(tx, before)
    if (await isNameTaken(tx, plantId, name, id)) return fail('COLLECTION_NAME_TAKEN')
    const version = await updateAggregation(tx, { id, version: input.version }, { centralUnitId, name, groups })
    if (version === undefined) return fail('CHANGED_MEANWHILE', { now: before })
    const collection = { id, name, cu: topic, groups, uses: before.uses, version }
    changed(tx, inWords(before), inWords(collection))
    announce({ plant: plantId }, 'saveCollection', { plant_id: plantId, collection })
    return { collection }
  },
  removeCollection: async ({ input: { plantId, collectionId, confirmed }, tx, announce, fail }) => {
    const before = (await findAggregation(tx, plantId, collectionId)) ?? fail('COLLECTION_NOT_FOUND')
    aboutAggregation(tx, before)
    const { uses } = before
    if (uses.length > 0 && !confirmed)
      return fail('COLLECTION_IN_USE', { uses, names: uses.map(({ name }) => name).join(', ') })
    await deleteAggregation(tx, collectionId)
    announce({ plant: plantId }, 'removeCollection', { plant_id: plantId, collection_id: collectionId })
    return {}
  },
}
