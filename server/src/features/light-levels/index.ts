export { refuseWithout, requestLevels, type UnitWishes } from './request-levels.ts'
