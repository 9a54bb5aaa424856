import type {
  CentralUnitType,
  TypeEncodedCommand,
  TypeEncodedCommandName,
  UnitCommand,
  UnitCommandName,
} from './central-unit-type.ts'
import {
  type CommandDeclaration,
  type CommandTraits,
  type ConfigurationCommand,
  isConfigurationCommand,
  sharedCommands,
  shortTimeout,
  typeDefaults,
} from './commands.ts'

/** Commands that each type writes in a form of its own. */
export const typeEncodedCommands = {
  // The person has the whole window, which the command names: it is waited for as long as that.
  enrol: { supportedBy: 'everyUnit', retries: 0 },
  deEnrol: { supportedBy: 'everyUnit', ...typeDefaults, configures: true },
  statusQuery: { supportedBy: 'everyUnit', retries: 0, answerTimeoutMs: 5_000, allowedDuringOperation: true },
  refresh: { supportedBy: 'everyUnit', allowedDuringOperation: true, isAside: true },
  // The search itself may take long; the unit reports how far it is.
  createNetwork: { supportedBy: 'lampUnits', ...shortTimeout, workTimeoutMs: 15 * 60_000, configures: true },
  ftest: { supportedBy: 'lampUnits', ...typeDefaults },
  stopTest: { supportedBy: 'lampUnits', ...typeDefaults, allowedDuringOperation: true },
  identify: { supportedBy: 'lampUnits', ...typeDefaults, allowedDuringOperation: true },
  stop_blink: { supportedBy: 'lampUnits', ...typeDefaults, allowedDuringOperation: true, isAside: true },
} as const satisfies Record<TypeEncodedCommandName, CommandTraits & Pick<CommandDeclaration, 'supportedBy'>>

/** How every command is conducted, and who obeys it. */
export const unitCommands: Readonly<Record<UnitCommandName, CommandTraits & Pick<CommandDeclaration, 'supportedBy'>>> =
  {
    ...typeEncodedCommands,
    ...sharedCommands,
  }

export const isUnitCommand = (name: string): name is UnitCommandName => Object.hasOwn(unitCommands, name)

const commandsSupportedBy = (...kinds: CommandDeclaration['supportedBy'][]): UnitCommandName[] =>
  Object.entries(unitCommands).flatMap(([name, one]) =>
    isUnitCommand(name) && kinds.includes(one.supportedBy) ? [name] : [],
  )

/** A unit with lamps that it tests. What types obey beyond what they have in common each names in `facts.ts`. */
export const lampUnitCommands: readonly UnitCommandName[] = commandsSupportedBy('everyUnit', 'lampUnits')

/** A unit whose lamps hang on it, and are also the light of every day: with levels, inputs and inhibition. */
export const lightingCommands: readonly UnitCommandName[] = commandsSupportedBy('lightingUnits')

/** A unit to which Bluetooth devices are joined. */
export const gatewayCommands: readonly UnitCommandName[] = commandsSupportedBy('gateways')

const isConfiguration = (command: UnitCommand): command is ConfigurationCommand => isConfigurationCommand(command.name)

/** The body with which a command goes to a unit of this type. Throws for what the type does not obey or cannot be. */
export const commandBody = (type: CentralUnitType, command: UnitCommand): unknown => {
  if (!type.facts.commands.includes(command.name)) throw new RangeError(`${type.facts.cu_type} has no ${command.name}`)
  if (!isConfiguration(command)) return type.encodeCommand(command satisfies TypeEncodedCommand)
  const { name, ...body } = command
  return sharedCommands[name].body.parse(body)
}
