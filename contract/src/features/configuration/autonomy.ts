/** Possible rated durations of units and lamps in hours. */
export const autonomyHours = [1, 1.5, 2, 3, 8] as const
