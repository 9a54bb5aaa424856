import { isConfigurationCommand, sharedCommands } from '@vigilux/device-plane/commands.ts'
import type { Order, OrderReaders, UnitWire } from './unit-wire.ts'

/** Order, or its refusal code. Configuration commands have one form for all types, and are read only here. */
export const readOrder = ({ facts, readers }: UnitWire, name: string, body: unknown): Order | string => {
  if (!facts.commands.includes(name)) return 'UNKNOWN_COMMAND'
  try {
    if (isConfigurationCommand(name)) return { name, ...sharedCommands[name].body.parse(body) } as Order
    return Object.hasOwn(readers, name) ? (readers[name as keyof OrderReaders]?.(body) ?? 'INTERNAL') : 'INTERNAL'
  } catch {
    return 'INVALID_BODY'
  }
}
