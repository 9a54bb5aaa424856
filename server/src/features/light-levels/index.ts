export { type RequestedLevels, requestLevels, type UnitWishes } from './request-levels.ts'
