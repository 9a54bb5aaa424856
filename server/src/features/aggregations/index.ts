export { aggregationGroups, keepUses, knownAggregations, usedAggregations } from './aggregation-uses.store.ts'
export { findAggregation, moveAggregations } from './aggregations.store.ts'
