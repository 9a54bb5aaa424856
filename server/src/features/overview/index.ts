export { createFigureKeeper } from './keep-figures.ts'
