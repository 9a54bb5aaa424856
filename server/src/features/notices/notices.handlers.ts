import {
  type NoticeChoiceChange,
  type NoticeSettings,
  noticeSnoozeDays,
} from '@vigilux/contract/features/notices/notice.ts'
import type { noticeActions } from '@vigilux/contract/features/notices/notices.actions.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listMembers, notifyMembers, setNotified } from '../members/index.ts'
import { findPlant, setPlantNotified } from '../plants/index.ts'
import { tellOf } from './announce-notices.ts'
import { moveWaiting } from './deliveries.store.ts'
import { dueTime } from './due-time.ts'
import { escalationHandlers } from './escalation.handlers.ts'
import { findRunOf, listSteps } from './escalation-runs.store.ts'
import { countDeliveries, listDeliveries } from './history.store.ts'
import { acknowledge, listOpenNotices, snooze } from './open-notices.store.ts'
import { pushHandlers } from './push.handlers.ts'
import { findSettings, listOwnSettings, type Receiver, saveChoices } from './settings.store.ts'
import { thresholdHandlers } from './thresholds.handlers.ts'
import { findUnsubscription } from './unsubscribe.ts'
import { saveWish } from './wishes.store.ts'

const dayMs = 86_400_000

type Change = Partial<Pick<NoticeSettings, 'rhythm' | 'quiet'>> & {
  on?: boolean | undefined
  kinds: readonly NoticeChoiceChange[]
}

const listed = (kinds: NoticeSettings['kinds']): string | null => kinds.map(({ kind }) => kind).join(', ') || null

const fieldsOf = ({ on, kinds, rhythm, quiet }: NoticeSettings) => ({
  ...{ on, rhythm, quiet: quiet && `${quiet.begins}–${quiet.ends}` },
  mailed: listed(kinds.filter(({ mail }) => mail)),
  pushed: listed(kinds.filter(({ push }) => push)),
})

/** Keeps what a member is to be told, and tells all who see it: the members list, and the member's own browsers. */
const save = async (
  { tx, announce, ports }: WriteContext,
  member: Receiver,
  { on, kinds, rhythm, quiet }: { [Name in keyof Change]: Change[Name] | undefined } & Pick<Change, 'kinds'>,
): Promise<{ settings: NoticeSettings }> => {
  const now = ports.clock.now()
  const before = (await findSettings(tx, member, now)) ?? fail('MEMBER_NOT_FOUND')
  const { plantId, userId } = member
  const person = (await listMembers(tx, plantId, now)).find((one) => one.userId === userId)
  about(tx, { kind: 'person', id: userId, name: person?.name ?? '' })
  if (on !== undefined) await setNotified(tx, { plantId, userId, on })
  await saveChoices(tx, member, kinds)
  await saveWish(tx, member, { rhythm, quiet })
  const settings = (await findSettings(tx, member, now)) ?? fail('MEMBER_NOT_FOUND')
  const zone = (await findPlant(tx, plantId)).timezone
  await moveWaiting(tx, member, dueTime(false, settings, zone, now))
  changed(tx, fieldsOf(before), fieldsOf(settings))
  if (before.on !== settings.on) await notifyMembers({ tx, announce }, plantId, now)
  announce({ user: userId }, 'noticeSettings', { plant_id: plantId })
  return { settings }
}

const aboutPlant = async (tx: Tx, plantId: string) =>
  about(tx, { kind: 'plant', id: plantId, name: (await findPlant(tx, plantId))?.plantname ?? '' })

export const noticeHandlers: HandlersOf<typeof noticeActions> = {
  ...pushHandlers,
  ...escalationHandlers,
  ...thresholdHandlers,
  getNoticeSettings: async ({ input: { plantId }, caller, tx, ports }) => ({
    plantOn: (await findPlant(tx, plantId))?.notifications ?? false,
    settings: (await findSettings(tx, { plantId, userId: caller.userId }, ports.clock.now())) ?? {
      ...{ on: false, kinds: [], rhythm: 'each', quiet: null },
    },
  }),
  getOwnNoticeSettings: ({ input, caller, tx, ports }) => listOwnSettings(tx, caller.userId, input, ports.clock.now()),
  getMemberNoticeSettings: async ({ input, tx, ports, fail }) => ({
    settings: (await findSettings(tx, input, ports.clock.now())) ?? fail('MEMBER_NOT_FOUND'),
  }),
  getNoticeHistory: async ({ input, caller, role, tx }) => {
    const asked = { ...input, userId: roleMay(role, 'plant.administer') ? undefined : caller.userId }
    return { ...(await listDeliveries(tx, asked)), counts: await countDeliveries(tx, asked) }
  },
  getOpenNotices: ({ caller, tx, ports }) => listOpenNotices(tx, caller.userId, ports.clock.now()),
  acknowledgeNotice: async ({ input, caller, tx, ports, announce, fail }) => {
    const { plantId } = input
    await aboutPlant(tx, plantId)
    if (!(await acknowledge(tx, { ...input, userId: caller.userId }, ports.clock.now()))) return fail('NOT_FOUND')
    announce({ user: caller.userId }, 'notices', { plant_id: plantId })
    // Everybody sees of an escalation who has acknowledged it, and those whom it told wherever they look.
    const run = await findRunOf(tx, input.noticeId)
    if (run)
      tellOf(
        announce,
        plantId,
        (await listSteps(tx, run.id)).map(({ userId }) => userId),
      )
    return {}
  },
  snoozeNotice: async ({ input, caller, tx, ports, announce, fail }) => {
    const { plantId } = input
    const now = ports.clock.now().getTime()
    const until = input.backAt === null ? null : new Date(input.backAt)
    if (until && (until.getTime() <= now || until.getTime() > now + noticeSnoozeDays * dayMs))
      return fail('SNOOZE_TIME', { days: noticeSnoozeDays })
    await aboutPlant(tx, plantId)
    if (!(await snooze(tx, { ...input, userId: caller.userId }, until))) return fail('NOT_FOUND')
    announce({ user: caller.userId }, 'notices', { plant_id: plantId })
    return {}
  },
  getUnsubscription: async ({ input: { token }, tx, ports }) => ({
    unsubscription: await findUnsubscription(tx, ports, token),
  }),
  saveNotificationsOnProfile: (context) =>
    save(context, { plantId: context.input.plantId, userId: context.caller.userId }, context.input),
  saveMemberNotifications: (context) => save(context, context.input, context.input),
  abilitaNotificheErrori: async ({ input: { plantId, on }, tx, announce }) => {
    const before = await findPlant(tx, plantId)
    about(tx, { kind: 'plant', id: plantId, name: before?.plantname ?? '' })
    changed(tx, { on: before?.notifications ?? null }, { on })
    await setPlantNotified(tx, plantId, on)
    announce({ plant: plantId }, 'noticeSettings', { plant_id: plantId })
    return { plantOn: on }
  },
}
