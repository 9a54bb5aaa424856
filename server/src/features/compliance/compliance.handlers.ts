import type { complianceActions } from '@vigilux/contract/features/compliance/compliance.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { findHistoryStart, findPlant } from '../plants/index.ts'
import { inspectorHandlers } from './inspector-links.ts'
import { endOfMonth, judgePlant, readProfileChoice } from './judge-plant.ts'
import { judgeWeeks } from './judge-weeks.ts'
import { logbookStateHandlers } from './logbook-state.ts'
import { saveProfileChoice } from './profiles.store.ts'

export const complianceHandlers: HandlersOf<typeof complianceActions> & typeof logbookStateHandlers = {
  ...inspectorHandlers,
  ...logbookStateHandlers,
  getCompliance: async ({ work, input: { plantId, month } }) => {
    const now = work.now
    const plant = await findPlant(work.tx, plantId)
    const at = month ? endOfMonth(month, plant.timezone) : now
    if (at > now) return work.fail('MONTH_NOT_PAST')
    const historyStart = await findHistoryStart(work.tx, plantId, now)
    return judgePlant(work.tx, plant, { at, month: month ?? null, historyStart, types: work.ports.devices.types })
  },
  getComplianceWeeks: async ({ work, input: { plantId } }) => {
    const plant = await findPlant(work.tx, plantId)
    return { weeks: await judgeWeeks(work.tx, plant, work.now, work.ports.devices.types) }
  },
  setComplianceProfile: async ({ work, input: { plantId, ...choice } }) => {
    const plant = await findPlant(work.tx, plantId)
    const { choice: before } = await readProfileChoice(work.tx, plant)
    await saveProfileChoice(work.tx, plantId, choice)
    work.audit.target({ kind: 'plant', id: plantId, name: plant.plantname })
    work.audit.diff(before, choice)
    work.broadcast({ plant: plantId }, 'complianceProfile', { plant_id: plantId })
    return {}
  },
}
