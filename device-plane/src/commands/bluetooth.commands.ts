import { bluetoothKinds } from '@vigilux/contract/features/central-units/unit-detail.ts'
import { z } from 'zod'
import { defineCommands, ofType } from './declaration.ts'
import { empty, mac, serial } from './fields.ts'

export const bluetoothCommands = defineCommands({
  /** Looks for Bluetooth devices around the gateway. */
  gatewayScan: { body: empty, obeyedBy: 'gateways', ...ofType },
  gatewayInsertMac: { body: z.strictObject({ mac }), obeyedBy: 'gateways', ...ofType },
  gatewayInsertSerial: { body: z.strictObject({ mac, serial }), obeyedBy: 'gateways', ...ofType },
  gatewayInsertType: { body: z.strictObject({ mac, kind: z.enum(bluetoothKinds) }), obeyedBy: 'gateways', ...ofType },
  gatewayValidate: { body: z.strictObject({ mac }), obeyedBy: 'gateways', ...ofType },
  gatewayRemove: { body: z.strictObject({ mac }), obeyedBy: 'gateways', ...ofType },
})
