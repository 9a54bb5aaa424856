export { listPlants, matchesPlantQuery, type PlantQuery } from './overview.store.ts'
export { plantStatsTask, /** @internal */ updateStats } from './plant-stats-task.ts'
export { severity, sumPlantTotals, totalsBySeverity } from './plant-totals.store.ts'
export { deleteStatsOfRemoved } from './stats.store.ts'
