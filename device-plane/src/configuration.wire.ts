import type { z } from 'zod'
import { bluetoothCommands } from './commands/bluetooth.commands.ts'
import { centralUnitCommands } from './commands/central-units.commands.ts'
import { configurationCommands } from './commands/configuration.commands.ts'
import { testCommands } from './commands/emergency-tests.commands.ts'
import { groupCommands } from './commands/groups.commands.ts'
import { lampCommands } from './commands/lamps.commands.ts'
import { lightLevelCommands } from './commands/light-levels.commands.ts'
import { remotePanelCommands } from './commands/remote-panel.commands.ts'
import { sceneCommands } from './commands/scenes.commands.ts'

/** The configuration commands: one form for every type of unit. docs/protocol/configuration.md */
export const sharedCommands = {
  ...centralUnitCommands,
  ...lampCommands,
  ...groupCommands,
  ...configurationCommands,
  ...testCommands,
  ...lightLevelCommands,
  ...sceneCommands,
  ...remotePanelCommands,
  ...bluetoothCommands,
}

export type ConfigurationCommandName = keyof typeof sharedCommands
type Body<Name extends ConfigurationCommandName> = z.infer<(typeof sharedCommands)[Name]['body']>
/** A configuration command with its body. */
export type ConfigurationCommand = {
  [Name in ConfigurationCommandName]: Body<Name> extends Record<string, never>
    ? { name: Name }
    : { name: Name } & Body<Name>
}[ConfigurationCommandName]

export const isConfigurationCommand = (name: string): name is ConfigurationCommandName =>
  Object.hasOwn(sharedCommands, name)
