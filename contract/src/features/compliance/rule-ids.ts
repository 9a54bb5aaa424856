/**
 * Rules for a plant. Each is a function in a `*.rules.ts` file of this folder.
 * docs/decisions/0025-compliance-is-computed-on-request.md
 */
export const ruleIds = [
  'R1',
  'R2',
  'R3',
  'R4',
  'R5',
  'R6',
  'R7',
  'R8',
  'R9',
  'R10',
  'R11',
  'R12',
  'R13',
  'R14',
  'R15',
  'R16',
  'R17',
  'R18',
  'R19',
  'R20',
  'R21',
  'R22',
  'R23',
  'R24',
  'R25',
  'R26',
] as const
export type RuleId = (typeof ruleIds)[number]

export const ruleGroups = ['tests', 'faults', 'batteries', 'logbook', 'settings'] as const
export type RuleGroup = (typeof ruleGroups)[number]

export const groupOfRule: Record<RuleId, RuleGroup> = {
  R1: 'tests',
  R2: 'tests',
  R3: 'tests',
  R4: 'tests',
  R5: 'tests',
  R6: 'tests',
  R7: 'tests',
  R8: 'settings',
  R9: 'tests',
  R10: 'faults',
  R11: 'faults',
  R12: 'faults',
  R13: 'logbook',
  R14: 'logbook',
  R15: 'logbook',
  R16: 'logbook',
  R17: 'logbook',
  R18: 'tests',
  R19: 'batteries',
  R20: 'settings',
  R21: 'batteries',
  R22: 'batteries',
  R23: 'settings',
  R24: 'settings',
  R25: 'tests',
  R26: 'faults',
}
