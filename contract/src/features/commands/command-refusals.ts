/** Refusals of a command that leaves the unit's configuration unchanged and is allowed during an operation. */
export const nonConfiguringCommandRefusals = ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'COMMAND_UNKNOWN'] as const
/** Refusals of a command that may disturb an operation, but is allowed on a unit whose type is not enabled. */
export const typeIndependentCommandRefusals = [...nonConfiguringCommandRefusals, 'UNIT_BUSY'] as const
/** Refusals of every other action that sends a command to a unit. */
export const commandRefusals = [...typeIndependentCommandRefusals, 'UNIT_TYPE_NOT_ENABLED'] as const
