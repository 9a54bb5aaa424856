export { deleteFiguresOfRemoved } from './figures.store.ts'
export { startFigureKeeper } from './keep-figures.ts'
