/** With what a command refuses that changes nothing of a unit's configuration: it passes while an operation has the unit. */
export const nonConfiguringCommandRefusals = ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'COMMAND_UNKNOWN'] as const
/** With what a command refuses that stays possible on a unit whose type is not enabled any more, and may disturb an operation. */
export const typeIndependentCommandRefusals = [...nonConfiguringCommandRefusals, 'UNIT_BUSY'] as const
/** With what every other action that sends a command to a unit may refuse. */
export const commandRefusals = [...typeIndependentCommandRefusals, 'UNIT_TYPE_NOT_ENABLED'] as const
