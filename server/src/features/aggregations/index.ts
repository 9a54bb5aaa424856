export { aggregationGroups, keepUses, knownAggregations, usedAggregations } from './aggregation-uses.store.ts'
export { findAggregation, insertAggregation, moveAggregations } from './aggregations.store.ts'
