/** Autonomies that units and lamps can be rated for, in hours. */
export const autonomyHours = [1, 1.5, 2, 3, 8] as const
