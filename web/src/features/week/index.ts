export { DoneDuties } from './DoneDuties.tsx'
export { OwnWeekCard } from './OwnWeekCard.tsx'
export { WeekCard } from './WeekCard.tsx'
export { WeekLine } from './WeekLine.tsx'
