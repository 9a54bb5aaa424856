export { EnergySummary } from './EnergySummary.tsx'
export { EnergyTabs } from './EnergyTabs.tsx'
export { RecentEnergy } from './recent-energy-part.ts'
