import type { Tx } from '../../kernel/transaction.ts'
import type { CentralUnitRow } from '../central-units/index.ts'
import { askedSince } from '../commands/index.ts'

/** What a gateway was asked for after it last told of its devices: until it tells again, this stands beside its table. */
const askedOf = (tx: Tx, unit: CentralUnitRow, name: 'gatewayInsertMac' | 'gatewayInsertSerial') =>
  askedSince(tx, unit, name, unit.shadowAt ?? unit.addedAt)

/** The serial that each device was last given. */
export const serialsAsked = async (tx: Tx, unit: CentralUnitRow): Promise<{ mac: string; serial: string }[]> => {
  const serials = new Map<string, string>()
  for (const { command } of await askedOf(tx, unit, 'gatewayInsertSerial'))
    if (command.name === 'gatewayInsertSerial') serials.set(command.mac, command.serial)
  return [...serials].map(([mac, serial]) => ({ mac, serial }))
}

/** The addresses of devices that were inserted. */
export const addressesAsked = async (tx: Tx, unit: CentralUnitRow): Promise<string[]> =>
  (await askedOf(tx, unit, 'gatewayInsertMac')).flatMap(({ command }) =>
    command.name === 'gatewayInsertMac' ? [command.mac] : [],
  )
