export { refuseWithout, requestLevels, type UnitLevels } from './request-levels.ts'
