import './energy.css'

export { EnergySummary } from './EnergySummary.tsx'
export { EnergyTabs } from './EnergyTabs.tsx'
