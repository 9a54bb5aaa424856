import type { DeviceListeners } from '../../kernel/device-inbox.ts'
import { addRecords } from './logbook.store.ts'

/** Keeps every record of an enrolled unit as it came. */
export const logbookListeners: DeviceListeners = {
  record: (news, { tx, units, now }) => addRecords(tx, news, units, now),
}
