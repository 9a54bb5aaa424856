import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import { pathTo } from '../../site-map.ts'

export const unitTabs = [
  'overview',
  'bluetooth',
  'lines',
  'parts',
  'io',
  'groups',
  'tests',
  'commands',
  'advanced',
  'snapshots',
  'history',
] as const
export type UnitTab = (typeof unitTabs)[number]

const commandOfTab: Partial<Record<UnitTab, string>> = {
  bluetooth: 'gatewayScan',
  lines: 'scanLines',
  parts: 'createNetwork',
  io: 'setContacts',
  groups: 'setMultiGroup',
  tests: 'setPeriodFunzionale',
}

/** The views of a unit, by the commands of its type. */
export function tabsOf(facts: Pick<UnitTypeFacts, 'commands'>): readonly UnitTab[] {
  const { commands } = facts
  return unitTabs.filter((tab) => {
    const command = commandOfTab[tab]
    // A unit with addressed gear has no parts besides its lines.
    if (tab === 'parts' && commands.includes('scanLines')) return false
    return command === undefined || commands.includes(command)
  })
}

/** Views with their own page; the others are sections of the unit's page. */
const pages = {
  bluetooth: 'unitBluetooth',
  lines: 'unitLines',
  groups: 'unitGroups',
  tests: 'unitTests',
  snapshots: 'unitSnapshots',
  history: 'unitHistory',
} as const

export function tabPath(plantId: string, unit: string, tab: UnitTab): string {
  const page = (pages as Partial<Record<UnitTab, (typeof pages)[keyof typeof pages]>>)[tab]
  if (page) return pathTo(page, { plantId, unit })
  return pathTo('unit', { plantId, unit, ...(tab === 'overview' ? {} : { tab }) })
}
