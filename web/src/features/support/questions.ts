/** The questions in display order, each with its subject. Their texts are `ask.<name>` and `answer.<name>`. */
export const questions = [
  { name: 'enrol', category: 'units' },
  { name: 'alreadyRegistered', category: 'units' },
  { name: 'keysLate', category: 'units' },
  { name: 'offline', category: 'units' },
  { name: 'replaceUnit', category: 'units' },
  { name: 'findLamp', category: 'lamps' },
  { name: 'importNames', category: 'lamps' },
  { name: 'groups', category: 'lamps' },
  { name: 'qr', category: 'lamps' },
  { name: 'difference', category: 'tests' },
  { name: 'notExecuted', category: 'tests' },
  { name: 'schedule', category: 'tests' },
  { name: 'report', category: 'tests' },
  { name: 'logbook', category: 'tests' },
  { name: 'ports', category: 'network' },
  { name: 'live', category: 'network' },
  { name: 'commandSilent', category: 'network' },
  { name: 'invite', category: 'people' },
  { name: 'roles', category: 'people' },
  { name: 'pro', category: 'people' },
  { name: 'suspended', category: 'people' },
  { name: 'twoFactor', category: 'people' },
  { name: 'scenes', category: 'light' },
  { name: 'energyGaps', category: 'light' },
  { name: 'inhibit', category: 'light' },
] as const
export type Question = (typeof questions)[number]

export const categories = ['units', 'lamps', 'tests', 'network', 'people', 'light'] as const
