export { deleteOldReadings, deleteOldSums } from './energy.store.ts'
export { saveEnergySettings } from './energy-settings.store.ts'
export { bookAll, startEnergyKeeper } from './keep-energy.ts'
export { insertPastEnergy, type PastDay, type PastLamp } from './past-energy.ts'
