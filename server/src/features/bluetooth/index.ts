export { bluetoothNames } from './bluetooth.schema.ts'
export { deleteOldBluetoothEntries } from './bluetooth-entries.store.ts'
export { bluetoothReports } from './bluetooth-reports.store.ts'
