import type { complianceActions } from '@vigilux/contract/features/compliance/compliance.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findHistoryStart, findPlant } from '../plants/index.ts'
import { inspectorHandlers } from './inspector-links.ts'
import { choiceOf, endOfMonth, judgePlant } from './judge-plant.ts'
import { judgeWeeks } from './judge-weeks.ts'
import { logbookStateHandlers } from './logbook-state.ts'
import { saveChoice } from './profiles.store.ts'

export const complianceHandlers: HandlersOf<typeof complianceActions> & typeof logbookStateHandlers = {
  ...inspectorHandlers,
  ...logbookStateHandlers,
  getCompliance: async ({ input: { plantId, month }, tx, ports, fail }) => {
    const now = ports.clock.now()
    const plant = await findPlant(tx, plantId)
    const at = month ? endOfMonth(month, plant.timezone) : now
    if (at > now) return fail('MONTH_NOT_PAST')
    const historyStart = await findHistoryStart(tx, plantId, now)
    return judgePlant(tx, plant, { at, month: month ?? null, historyStart, types: ports.devices.types })
  },
  getComplianceWeeks: async ({ input: { plantId }, tx, ports }) => {
    const plant = await findPlant(tx, plantId)
    return { weeks: await judgeWeeks(tx, plant, ports.clock.now(), ports.devices.types) }
  },
  setComplianceProfile: async ({ input: { plantId, ...choice }, tx, announce }) => {
    const plant = await findPlant(tx, plantId)
    const { choice: before } = await choiceOf(tx, plant)
    await saveChoice(tx, plantId, choice)
    about(tx, { kind: 'plant', id: plantId, name: plant.plantname })
    changed(tx, before, choice)
    announce({ plant: plantId }, 'complianceProfile', { plant_id: plantId })
    return {}
  },
}
