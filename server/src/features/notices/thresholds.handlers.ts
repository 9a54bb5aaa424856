import type { noticeActions } from '@vigilux/contract/features/notices/notices.actions.ts'
import type { NoticeThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { noteCauses } from '../../kernel/notice-causes.store.ts'
import { findPlant } from '../plants/index.ts'
import { findSilentOf } from './silences.store.ts'
import { findOverdueOf } from './slow-rounds.store.ts'
import { readThresholds, saveThresholdsOver } from './thresholds.store.ts'

const fieldsOf = ({ version: _, urgent, ...thresholds }: NoticeThresholds) => ({
  ...thresholds,
  urgent: urgent.join(', '),
})

/** From what on members of a plant are told, and what of it is urgent. */
export const thresholdHandlers: HandlersOf<Pick<typeof noticeActions, 'getNoticeThresholds' | 'saveNoticeThresholds'>> =
  {
    getNoticeThresholds: async ({ input: { plantId }, tx }) => ({ thresholds: await readThresholds(tx, plantId) }),
    saveNoticeThresholds: async ({ input: { plantId, ...asked }, tx, ports, announce, fail }) => {
      const now = ports.clock.now()
      const before = await readThresholds(tx, plantId)
      about(tx, { kind: 'plant', id: plantId, name: (await findPlant(tx, plantId)).plantname })
      if (!(await saveThresholdsOver(tx, plantId, asked)))
        return fail('CHANGED_MEANWHILE', { now: await readThresholds(tx, plantId) })
      const thresholds = await readThresholds(tx, plantId)
      changed(tx, fieldsOf(before), fieldsOf(thresholds))
      // A look goes by what became too old since the last one, so it never sees what a lower threshold has passed by.
      if (thresholds.silentAfterH < before.silentAfterH)
        await noteCauses(tx, await findSilentOf(tx, plantId, { before, thresholds, now }))
      if (thresholds.overdueAfterDays < before.overdueAfterDays)
        await noteCauses(tx, await findOverdueOf(tx, plantId, { before, thresholds, now }))
      announce({ plant: plantId }, 'noticeSettings', { plant_id: plantId })
      return { thresholds }
    },
  }
