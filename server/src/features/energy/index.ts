export { deleteOldReadings, deleteOldSums } from './energy.store.ts'
export { bookAll, startEnergyKeeper } from './keep-energy.ts'
