export { EnergyTabs } from './EnergyTabs.tsx'
