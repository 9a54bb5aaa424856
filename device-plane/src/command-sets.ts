import type { UnitCommandName } from './central-unit-type.ts'
import type { CommandConduct, CommandDeclaration } from './commands/declaration.ts'
import { drivingCommands } from './commands/driving.ts'
import { sharedCommands } from './configuration.wire.ts'

/** How every command is conducted, and who obeys it. */
export const unitCommands: Readonly<Record<UnitCommandName, CommandConduct & Pick<CommandDeclaration, 'obeyedBy'>>> = {
  ...drivingCommands,
  ...sharedCommands,
}

export const isUnitCommand = (name: string): name is UnitCommandName => Object.hasOwn(unitCommands, name)

const obeyedBy = (...kinds: CommandDeclaration['obeyedBy'][]): UnitCommandName[] =>
  Object.entries(unitCommands).flatMap(([name, one]) =>
    isUnitCommand(name) && kinds.includes(one.obeyedBy) ? [name] : [],
  )

/** A unit with lamps that it tests. What types obey beyond what they have in common each names in `facts.ts`. */
export const lampUnitCommands: readonly UnitCommandName[] = obeyedBy('everyUnit', 'lampUnits')

/** A unit whose lamps hang on it, and are also the light of every day: with levels, inputs and inhibition. */
export const lightingCommands: readonly UnitCommandName[] = obeyedBy('lightingUnits')

/** A unit to which Bluetooth devices are joined. */
export const gatewayCommands: readonly UnitCommandName[] = obeyedBy('gateways')
