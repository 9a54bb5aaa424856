import type { NoticeChoice, NoticeSettings } from '@vigilux/contract/features/notices/notice.ts'
import type { noticeActions } from '@vigilux/contract/features/notices/notices.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { fail } from '../../kernel/refusal.ts'
import { listMembers, notifyMembers, setNotified } from '../members/index.ts'
import { findPlant, setPlantNotified } from '../plants/index.ts'
import { findSettings, type Receiver, saveChoices } from './settings.store.ts'

type Change = { on?: boolean | undefined; kinds: readonly NoticeChoice[] }

const fieldsOf = ({ on, kinds }: NoticeSettings) => ({
  on,
  ...Object.fromEntries(kinds.map(({ kind, mail }) => [kind, mail])),
})

/** Keeps what a member is to be told, and tells all who see it: the members list, and the member's own browsers. */
const save = async (
  { tx, announce, ports }: WriteContext,
  member: Receiver,
  { on, kinds }: Change,
): Promise<{ settings: NoticeSettings }> => {
  const now = ports.clock.now()
  const before = (await findSettings(tx, member, now)) ?? fail('MEMBER_NOT_FOUND')
  const { plantId, userId } = member
  const person = (await listMembers(tx, plantId, now)).find((one) => one.userId === userId)
  about(tx, { kind: 'person', id: userId, name: person?.name ?? '' })
  if (on !== undefined) await setNotified(tx, { plantId, userId, on })
  await saveChoices(tx, member, kinds)
  const settings = (await findSettings(tx, member, now)) ?? fail('MEMBER_NOT_FOUND')
  changed(tx, fieldsOf(before), fieldsOf(settings))
  if (before.on !== settings.on) await notifyMembers({ tx, announce }, plantId, now)
  announce({ user: userId }, 'noticeSettings', { plant_id: plantId })
  return { settings }
}

export const noticeHandlers: HandlersOf<typeof noticeActions> = {
  getNoticeSettings: async ({ input: { plantId }, caller, tx, ports }) => ({
    plantOn: (await findPlant(tx, plantId))?.notifications ?? false,
    settings: (await findSettings(tx, { plantId, userId: caller.userId }, ports.clock.now())) ?? {
      on: false,
      kinds: [],
    },
  }),
  getMemberNoticeSettings: async ({ input, tx, ports, fail }) => ({
    settings: (await findSettings(tx, input, ports.clock.now())) ?? fail('MEMBER_NOT_FOUND'),
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
