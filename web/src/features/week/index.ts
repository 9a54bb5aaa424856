import { lazy } from '../../shared/lazy.tsx'

export { WeekCard } from './WeekCard.tsx'
export { WeekLine } from './WeekLine.tsx'

/** Not part of the first page of most people, which shows the line of the week. */
export const DoneDuties = lazy(async () => (await import('./DoneDuties.tsx')).DoneDuties, { quiet: true })
export const OwnWeekCard = lazy(async () => (await import('./OwnWeekCard.tsx')).OwnWeekCard)
