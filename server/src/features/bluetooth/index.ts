export { bluetoothNames } from './bluetooth.schema.ts'
export { deleteOldBluetoothEntries } from './bluetooth-entries.store.ts'
export { deleteExpiredReports as deleteExpiredBluetoothReports } from './bluetooth-reports.store.ts'
