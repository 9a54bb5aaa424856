import type {
  CentralUnitType,
  DrivingCommand,
  DrivingCommandName,
  UnitCommand,
  UnitCommandName,
} from './central-unit-type.ts'
import {
  brief,
  type CommandConduct,
  type CommandDeclaration,
  type ConfigurationCommand,
  isConfigurationCommand,
  ofType,
  sharedCommands,
} from './commands.ts'

/** Commands that each type writes in a form of its own. */
export const drivingCommands = {
  // The person has the whole window, which the command names: it is waited for as long as that.
  enrol: { obeyedBy: 'everyUnit', retries: 0 },
  deEnrol: { obeyedBy: 'everyUnit', ...ofType, configures: true },
  statusQuery: { obeyedBy: 'everyUnit', retries: 0, answerTimeoutMs: 5_000, isHarmless: true },
  refresh: { obeyedBy: 'everyUnit', isHarmless: true, isAside: true },
  // The search itself may take long; the unit reports how far it is.
  createNetwork: { obeyedBy: 'lampUnits', ...brief, workTimeoutMs: 15 * 60_000, configures: true },
  ftest: { obeyedBy: 'lampUnits', ...ofType },
  stopTest: { obeyedBy: 'lampUnits', ...ofType, isHarmless: true },
  identify: { obeyedBy: 'lampUnits', ...ofType, isHarmless: true },
  stop_blink: { obeyedBy: 'lampUnits', ...ofType, isHarmless: true, isAside: true },
} as const satisfies Record<DrivingCommandName, CommandConduct & Pick<CommandDeclaration, 'obeyedBy'>>

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

const isConfiguration = (command: UnitCommand): command is ConfigurationCommand => isConfigurationCommand(command.name)

/** The body with which a command goes to a unit of this type. Throws for what the type does not obey or cannot be. */
export const commandBody = (type: CentralUnitType, command: UnitCommand): unknown => {
  if (!type.facts.commands.includes(command.name)) throw new RangeError(`${type.facts.cu_type} has no ${command.name}`)
  if (!isConfiguration(command)) return type.encodeCommand(command satisfies DrivingCommand)
  const { name, ...body } = command
  return sharedCommands[name].body.parse(body)
}
