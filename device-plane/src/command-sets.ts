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

/** Commands with a wire form of their own in each type. */
export const typeEncodedCommands = {
  // The command itself names the window, and is awaited for all of it.
  enrol: { supportedBy: 'everyUnit', retries: 0 },
  deEnrol: { supportedBy: 'everyUnit', ...typeDefaults, configures: true },
  statusQuery: { supportedBy: 'everyUnit', retries: 0, answerTimeoutMs: 5_000, allowedDuringOperation: true },
  refresh: { supportedBy: 'everyUnit', allowedDuringOperation: true, isBackground: true },
  // The search can take long; the unit reports its progress.
  createNetwork: { supportedBy: 'lampUnits', ...shortTimeout, workTimeoutMs: 15 * 60_000, configures: true },
  ftest: { supportedBy: 'lampUnits', ...typeDefaults },
  stopTest: { supportedBy: 'lampUnits', ...typeDefaults, allowedDuringOperation: true },
  identify: { supportedBy: 'lampUnits', ...typeDefaults, allowedDuringOperation: true },
  stop_blink: { supportedBy: 'lampUnits', ...typeDefaults, allowedDuringOperation: true, isBackground: true },
} as const satisfies Record<TypeEncodedCommandName, CommandTraits & Pick<CommandDeclaration, 'supportedBy'>>

/** Policy of every command, and its types. */
export const unitCommands: Readonly<Record<UnitCommandName, CommandTraits & Pick<CommandDeclaration, 'supportedBy'>>> =
  {
    ...typeEncodedCommands,
    ...sharedCommands,
  }

type CommandTable = typeof typeEncodedCommands & typeof sharedCommands
/** Commands allowed for a unit during an operation. */
export type QuietCommandName = {
  [Name in UnitCommandName]: CommandTable[Name] extends { allowedDuringOperation: true } ? Name : never
}[UnitCommandName]

export const isUnitCommand = (name: string): name is UnitCommandName => Object.hasOwn(unitCommands, name)

const commandsSupportedBy = (...kinds: CommandDeclaration['supportedBy'][]): UnitCommandName[] =>
  Object.entries(unitCommands).flatMap(([name, traits]) =>
    isUnitCommand(name) && kinds.includes(traits.supportedBy) ? [name] : [],
  )

/** Commands of units with tests of their lamps. `facts.ts` of each type lists further ones. */
export const lampUnitCommands: readonly UnitCommandName[] = commandsSupportedBy('everyUnit', 'lampUnits')

/** Commands of units whose lamps also serve everyday lighting: levels, inputs and inhibition. */
export const lightingCommands: readonly UnitCommandName[] = commandsSupportedBy('lightingUnits')

/** Commands of units to which Bluetooth devices are joined. */
export const gatewayCommands: readonly UnitCommandName[] = commandsSupportedBy('gateways')

/** Commands of units whose lamps are addressed gear on lines. */
export const busCommands: readonly UnitCommandName[] = commandsSupportedBy('busUnits')

const isConfiguration = (command: UnitCommand): command is ConfigurationCommand => isConfigurationCommand(command.name)

/** Body of a command to a unit of this type. Throws for an unsupported command or an invalid body. */
export const commandBody = (type: CentralUnitType, command: UnitCommand): unknown => {
  if (!type.facts.commands.includes(command.name)) throw new RangeError(`${type.facts.cu_type} has no ${command.name}`)
  if (!isConfiguration(command)) return type.encodeCommand(command satisfies TypeEncodedCommand)
  const { name, ...body } = command
  return sharedCommands[name].body.parse(body)
}
