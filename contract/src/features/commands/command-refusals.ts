/** Refusals of a command allowed during an operation, without effect on the unit's configuration. */
export const nonConfiguringCommandRefusals = ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'COMMAND_UNKNOWN'] as const
/** Refusals of a command with possible effect on an operation, but allowed on a unit of a disabled type. */
export const typeIndependentCommandRefusals = [...nonConfiguringCommandRefusals, 'UNIT_BUSY'] as const
/** Refusals of every other action with a command to a unit. */
export const commandRefusals = [...typeIndependentCommandRefusals, 'UNIT_TYPE_NOT_ENABLED'] as const
