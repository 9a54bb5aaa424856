import type { JudgedRule } from '@vigilux/contract/features/compliance/compliance.ts'
import type { RuleId } from '@vigilux/contract/features/compliance/rule-ids.ts'
import { pathTo } from '../../site-map.ts'

/** The section of a standard for each rule. */
export const sectionOfClause = {
  R1: 'functionalTest',
  R2: 'autonomyTest',
  R3: 'initialTest',
  R4: 'charge',
  R5: 'alternate',
  R6: 'alternate',
  R7: 'alternate',
  R8: 'commissioning',
  R9: 'results',
  R10: 'communication',
  R11: 'defects',
  R12: 'inhibition',
  R13: 'logbook',
  R14: 'logbook',
  R15: 'checks',
  R16: 'responsibility',
  R17: 'records',
  R18: 'functionalTest',
  R19: 'duration',
  R20: 'settings',
  R21: 'batteries',
  R22: 'duration',
  R23: 'timing',
  R24: 'settings',
  R25: 'records',
  R26: 'records',
} as const satisfies Record<RuleId, string>

type Remedy = JudgedRule['remedy']

/** The page with the remedy of a rule. */
export function pathOfRemedy(remedy: Remedy, plantId: string, rule: JudgedRule): string {
  const [first] = rule.evidence
  const paths: Record<Remedy, () => string> = {
    functionalTest: () => pathTo('plantReport', { plantId }, { start: '1', kind: 'functional' }),
    autonomyTest: () => pathTo('plantReport', { plantId }, { start: '1', kind: 'autonomy' }),
    schedule: () => pathTo('plantReport', { plantId }, { tab: 'calendar' }),
    unit: () =>
      first?.cu
        ? pathTo('unit', { plantId, unit: first.cu })
        : pathTo('devices', { plantId, devicesType: 'centralunits' }),
    lamps: () => pathTo('devices', { plantId, devicesType: 'emergency' }),
    faults: () => pathTo('rounds', { plantId }),
    logbook: () => pathTo('logbook', { plantId }),
    signature: () => pathTo('logbook', { plantId }),
    panel: () => pathTo('remotePanel', { plantId }),
  }
  return paths[remedy]()
}
