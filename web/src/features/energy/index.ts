export { RecentEnergy } from './recent-energy-part.ts'

import './energy.css'

export { EnergySummary } from './EnergySummary.tsx'
export { EnergyTabs } from './EnergyTabs.tsx'
