import {
  type ConfigurationCommand,
  type ConfigurationCommandName,
  isConfigurationCommand,
} from '@vigilux/device-plane/commands.ts'
import { busOrders } from './bus-orders.ts'
import { lampOrders } from './lamp-orders.ts'
import { listOrders } from './list-orders.ts'
import { settingOrders } from './setting-orders.ts'
import { type Answer, refused } from './unit-context.ts'
import type { Orders, UnitParts } from './unit-parts.ts'
import type { Order } from './unit-wire.ts'

const panelOrders: Orders<'inhibit' | 'endInhibition'> = {
  inhibit: ({ inhibition, tests }, { forS }) => (tests.running ? refused('TEST_RUNNING') : inhibition.begin(forS)),
  endInhibition: ({ inhibition }) => inhibition.end('command'),
}

const lightOrders: Orders<'setLevels' | 'endHold' | 'setScenes'> = {
  setLevels: ({ lights }, order) => lights.set(order),
  endHold: ({ lights }) => lights.endHold(),
  setScenes: ({ scenes }, order) => scenes.set(order),
}

/** Effect of each configuration command on a unit. docs/protocol/configuration.md */
const orders: Orders<ConfigurationCommandName> = {
  ...settingOrders,
  ...lampOrders,
  ...listOrders,
  ...lightOrders,
  ...panelOrders,
  ...busOrders,
  gatewayScan: ({ bluetooth }) => bluetooth.scan(),
  gatewayInsertMac: ({ bluetooth }, { mac }) => bluetooth.insert(mac),
  gatewayInsertSerial: ({ bluetooth }, { mac, serial }) => bluetooth.setSerial(mac, serial),
  gatewayInsertType: ({ bluetooth }, { mac, kind }) => bluetooth.setKind(mac, kind),
  gatewayValidate: ({ bluetooth }, { mac }) => bluetooth.validate(mac),
  gatewayRemove: ({ bluetooth }, { mac }) => bluetooth.remove(mac),
}

export const isConfiguration = (order: Order): order is ConfigurationCommand => isConfigurationCommand(order.name)

export const configure = (unit: UnitParts, order: ConfigurationCommand): Answer => {
  // Name and body of an order match, which the type of the table cannot express.
  const execute = orders[order.name] as (unit: UnitParts, order: ConfigurationCommand) => Answer
  return execute(unit, order)
}
