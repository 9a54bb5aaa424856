export {
  listAggregationGroups,
  listKnownAggregations,
  listUsedAggregations,
  saveUses,
} from './aggregation-uses.store.ts'
export { findAggregation, insertAggregation, moveAggregations } from './aggregations.store.ts'
