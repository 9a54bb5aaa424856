import type { Tx } from '../../kernel/transaction.ts'
import type { CentralUnitRow } from '../central-units/index.ts'
import { listRequestedSince } from '../commands/index.ts'

/** What a gateway was asked for after it last told of its devices: until it tells again, this stands beside its table. */
const requestedOf = (tx: Tx, unit: CentralUnitRow, name: 'gatewayInsertMac' | 'gatewayInsertSerial') =>
  listRequestedSince(tx, unit, name, unit.shadowAt ?? unit.addedAt)

/** The serial that each device was last given. */
export const requestedSerials = async (tx: Tx, unit: CentralUnitRow): Promise<{ mac: string; serial: string }[]> => {
  const serials = new Map<string, string>()
  for (const { command } of await requestedOf(tx, unit, 'gatewayInsertSerial'))
    if (command.name === 'gatewayInsertSerial') serials.set(command.mac, command.serial)
  return [...serials].map(([mac, serial]) => ({ mac, serial }))
}

/** The addresses of devices that were inserted. */
export const requestedAddresses = async (tx: Tx, unit: CentralUnitRow): Promise<string[]> =>
  (await requestedOf(tx, unit, 'gatewayInsertMac')).flatMap(({ command }) =>
    command.name === 'gatewayInsertMac' ? [command.mac] : [],
  )
