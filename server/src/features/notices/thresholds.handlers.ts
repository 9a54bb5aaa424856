import type { noticeActions } from '@vigilux/contract/features/notices/notices.actions.ts'
import type { NoticeThresholds } from '@vigilux/contract/features/notices/thresholds.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { recordCauses } from '../../kernel/notice-causes.store.ts'
import { findPlant } from '../plants/index.ts'
import { findSilentInPlant } from './silences.store.ts'
import { findOverdueInPlant } from './slow-causes.store.ts'
import { readThresholds, saveThresholdsIfVersion } from './thresholds.store.ts'

const fieldsOf = ({ version: _, urgent, ...thresholds }: NoticeThresholds) => ({
  ...thresholds,
  urgent: urgent.join(', '),
})

/** A plant's thresholds for notices and for urgency. */
export const thresholdHandlers: HandlersOf<Pick<typeof noticeActions, 'getNoticeThresholds' | 'saveNoticeThresholds'>> =
  {
    getNoticeThresholds: async ({ work, input: { plantId } }) => ({
      thresholds: await readThresholds(work.tx, plantId),
    }),
    saveNoticeThresholds: async ({ work, input: { plantId, ...input } }) => {
      const now = work.now
      const before = await readThresholds(work.tx, plantId)
      work.audit.target({ kind: 'plant', id: plantId, name: (await findPlant(work.tx, plantId)).plantname })
      if (!(await saveThresholdsIfVersion(work.tx, plantId, input)))
        return work.fail('CHANGED_MEANWHILE', { now: await readThresholds(work.tx, plantId) })
      const thresholds = await readThresholds(work.tx, plantId)
      work.audit.diff(fieldsOf(before), fieldsOf(thresholds))
      // A poll covers units due since the last one, so it misses those only the lowered threshold catches.
      if (thresholds.silentAfterH < before.silentAfterH)
        await recordCauses(work.tx, await findSilentInPlant(work.tx, plantId, { before, thresholds, now }))
      if (thresholds.overdueAfterDays < before.overdueAfterDays)
        await recordCauses(work.tx, await findOverdueInPlant(work.tx, plantId, { before, thresholds, now }))
      work.broadcast({ plant: plantId }, 'noticeSettings', { plant_id: plantId })
      return { thresholds }
    },
  }
