import type { CentralUnitType, DrivingCommand, UnitCommand } from './central-unit-type.ts'
import { type ConfigurationCommand, isConfigurationCommand, sharedCommands } from './configuration.wire.ts'

const isConfiguration = (command: UnitCommand): command is ConfigurationCommand => isConfigurationCommand(command.name)

/** The body with which a command goes to a unit of this type. Throws for what the type does not obey or cannot be. */
export const commandBody = (type: CentralUnitType, command: UnitCommand): unknown => {
  if (!type.facts.commands.includes(command.name)) throw new RangeError(`${type.facts.cu_type} has no ${command.name}`)
  if (!isConfiguration(command)) return type.encodeCommand(command satisfies DrivingCommand)
  const { name, ...body } = command
  return sharedCommands[name].body.parse(body)
}
