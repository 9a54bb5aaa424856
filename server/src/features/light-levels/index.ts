export { type RequestedLevels, refuseWithout, requestLevels, type UnitWishes } from './request-levels.ts'
