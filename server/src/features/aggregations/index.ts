export { moveAggregations } from './aggregations.store.ts'
