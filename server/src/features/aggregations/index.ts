export { keepUses, knownAggregations, usedAggregations } from './aggregation-uses.store.ts'
export { moveAggregations } from './aggregations.store.ts'
