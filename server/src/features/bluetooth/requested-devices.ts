import type { Tx } from '../../kernel/transaction.ts'
import type { CentralUnitRow } from '../central-units/index.ts'
import { listRequestedSince } from '../commands/index.ts'

/** Requests to a gateway since its last report of devices: shown next to its table until the next report. */
const requestedOf = (tx: Tx, unit: CentralUnitRow, name: 'gatewayInsertMac' | 'gatewayInsertSerial') =>
  listRequestedSince(tx, unit, name, unit.shadowAt ?? unit.addedAt)

/** The serial last assigned to each device. */
export const requestedSerials = async (tx: Tx, unit: CentralUnitRow): Promise<{ mac: string; serial: string }[]> => {
  const serials = new Map<string, string>()
  for (const { command } of await requestedOf(tx, unit, 'gatewayInsertSerial'))
    if (command.name === 'gatewayInsertSerial') serials.set(command.mac, command.serial)
  return [...serials].map(([mac, serial]) => ({ mac, serial }))
}

/** The addresses of inserted devices. */
export const requestedAddresses = async (tx: Tx, unit: CentralUnitRow): Promise<string[]> =>
  (await requestedOf(tx, unit, 'gatewayInsertMac')).flatMap(({ command }) =>
    command.name === 'gatewayInsertMac' ? [command.mac] : [],
  )
