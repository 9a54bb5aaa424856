/** With what every action that sends a command to a unit may refuse. */
export const commandRefusals = ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'UNIT_BUSY', 'COMMAND_UNKNOWN'] as const
