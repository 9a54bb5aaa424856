export { deleteFiguresOfRemoved } from './figures.store.ts'
export { figureKeeper, /** @internal */ keepFigures } from './keep-figures.ts'
export { listPlants, type PlantsAsked, plantsChosen } from './overview.store.ts'
export { addUpPlants, severity, totalsBySeverity } from './plant-totals.store.ts'
