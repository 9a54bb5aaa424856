export { startFigureKeeper } from './keep-figures.ts'
