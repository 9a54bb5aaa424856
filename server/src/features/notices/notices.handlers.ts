import {
  type NoticeChoiceChange,
  type NoticeSettings,
  noticeSnoozeDays,
} from '@vigilux/contract/features/notices/notice.ts'
import type { noticeActions } from '@vigilux/contract/features/notices/notices.actions.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { listMembers, notifyMembers, setNotified } from '../members/index.ts'
import { findPlant } from '../plants/index.ts'
import { broadcastNotices } from './broadcast-notices.ts'
import { rescheduleWaiting } from './deliveries.store.ts'
import { computeDueTime } from './due-time.ts'
import { escalationHandlers } from './escalation/escalation.handlers.ts'
import { findRunOf, listSteps } from './escalation/escalation-runs.store.ts'
import { countDeliveries, listDeliveries } from './notice-history.store.ts'
import { findNoticeSettings, listOwnSettings, type Receiver, saveNoticeChoices } from './notice-settings.store.ts'
import { acknowledge, listOpenNotices, snooze } from './open-notices.store.ts'
import { savePreference } from './preferences.store.ts'
import { pushHandlers } from './push/push.handlers.ts'
import { thresholdHandlers } from './thresholds.handlers.ts'
import { findUnsubscription } from './unsubscribe.ts'

const dayMs = 86_400_000

type Change = Partial<Pick<NoticeSettings, 'rhythm' | 'quiet'>> & {
  on?: boolean | undefined
  kinds: readonly NoticeChoiceChange[]
}

const joinKinds = (kinds: NoticeSettings['kinds']): string | null => kinds.map(({ kind }) => kind).join(', ') || null

const fieldsOf = ({ on, kinds, rhythm, quiet }: NoticeSettings) => ({
  on,
  rhythm,
  quiet: quiet && `${quiet.begins}–${quiet.ends}`,
  mailed: joinKinds(kinds.filter(({ mail }) => mail)),
  pushed: joinKinds(kinds.filter(({ push }) => push)),
})

/** Saves a member's notice settings and broadcasts them to the members list and the member's own browsers. */
const saveChanges = async (
  { work }: WriteContext<'MEMBER_NOT_FOUND'>,
  member: Receiver,
  { on, kinds, rhythm, quiet }: { [Name in keyof Change]: Change[Name] | undefined } & Pick<Change, 'kinds'>,
): Promise<{ settings: NoticeSettings }> => {
  const now = work.now
  const before = (await findNoticeSettings(work.tx, member, now)) ?? work.fail('MEMBER_NOT_FOUND')
  const { plantId, userId } = member
  const person = (await listMembers(work.tx, plantId, now)).find((one) => one.userId === userId)
  work.audit.target({ kind: 'person', id: userId, name: person?.name ?? '' })
  if (on !== undefined) await setNotified(work.tx, { plantId, userId, on })
  await saveNoticeChoices(work.tx, member, kinds)
  await savePreference(work.tx, member, { rhythm, quiet })
  const settings = (await findNoticeSettings(work.tx, member, now)) ?? work.fail('MEMBER_NOT_FOUND')
  const zone = (await findPlant(work.tx, plantId)).timezone
  await rescheduleWaiting(work.tx, member, computeDueTime(false, settings, zone, now))
  work.audit.diff(fieldsOf(before), fieldsOf(settings))
  if (before.on !== settings.on) await notifyMembers(work, plantId)
  work.broadcast({ user: userId }, 'noticeSettings', { plant_id: plantId })
  return { settings }
}

const auditPlant = async (work: Work, plantId: string) =>
  work.audit.target({ kind: 'plant', id: plantId, name: (await findPlant(work.tx, plantId))?.plantname ?? '' })

export const noticeHandlers: HandlersOf<typeof noticeActions> = {
  ...pushHandlers,
  ...escalationHandlers,
  ...thresholdHandlers,
  getNoticeSettings: async ({ work, input: { plantId }, caller }) => ({
    plantOn: (await findPlant(work.tx, plantId))?.notifications ?? false,
    settings: (await findNoticeSettings(work.tx, { plantId, userId: caller.userId }, work.now)) ?? {
      on: false,
      kinds: [],
      rhythm: 'each',
      quiet: null,
    },
  }),
  getOwnNoticeSettings: ({ work, input, caller }) => listOwnSettings(work.tx, caller.userId, input, work.now),
  getMemberNoticeSettings: async ({ work, input }) => ({
    settings: (await findNoticeSettings(work.tx, input, work.now)) ?? work.fail('MEMBER_NOT_FOUND'),
  }),
  getNoticeHistory: async ({ work, input, caller, role }) => {
    const query = { ...input, userId: roleMay(role, 'plant.administer') ? undefined : caller.userId }
    return { ...(await listDeliveries(work.tx, query)), counts: await countDeliveries(work.tx, query) }
  },
  getOpenNotices: ({ work, caller }) => listOpenNotices(work.tx, caller.userId, work.now),
  acknowledgeNotice: async ({ work, input, caller }) => {
    const { plantId } = input
    await auditPlant(work, plantId)
    if (!(await acknowledge(work.tx, { ...input, userId: caller.userId }, work.now))) return work.fail('NOT_FOUND')
    work.broadcast({ user: caller.userId }, 'notices', { plant_id: plantId })
    // Everybody sees who acknowledged an escalation; notified people see it in their own lists.
    const run = await findRunOf(work.tx, input.noticeId)
    if (run)
      broadcastNotices(
        work,
        plantId,
        (await listSteps(work.tx, run.id)).map(({ userId }) => userId),
      )
    return {}
  },
  snoozeNotice: async ({ work, input, caller }) => {
    const { plantId } = input
    const now = work.now.getTime()
    const until = input.backAt === null ? null : new Date(input.backAt)
    if (until && (until.getTime() <= now || until.getTime() > now + noticeSnoozeDays * dayMs))
      return work.fail('SNOOZE_TIME', { days: noticeSnoozeDays })
    await auditPlant(work, plantId)
    if (!(await snooze(work.tx, { ...input, userId: caller.userId }, until))) return work.fail('NOT_FOUND')
    work.broadcast({ user: caller.userId }, 'notices', { plant_id: plantId })
    return {}
  },
  getUnsubscription: async ({ work, input: { token } }) => ({
    unsubscription: await findUnsubscription(work.tx, work.ports, token),
  }),
  saveNotificationsOnProfile: (context) =>
    saveChanges(context, { plantId: context.input.plantId, userId: context.caller.userId }, context.input),
  saveMemberNotifications: (context) => saveChanges(context, context.input, context.input),
  abilitaNotificheErrori: (context) => {
    const { plantId, on } = context.input
    return saveChanges(context, { plantId, userId: context.caller.userId }, { on, kinds: [] })
  },
}
