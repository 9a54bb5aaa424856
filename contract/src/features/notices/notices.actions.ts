import { z } from 'zod'
import { defineActions } from '../../kernel/action.ts'
import { id, plantId } from '../../kernel/primitives.ts'
import { noticeChoice, noticeKinds, noticeSettings } from './notice.ts'

/** Only what is to become otherwise. */
const change = { on: z.boolean().optional(), kinds: z.array(noticeChoice).max(noticeKinds.length).default([]) }

export const noticeActions = defineActions({
  /** What the caller is told about a plant, and whether anybody is told anything about it. */
  getNoticeSettings: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId }),
    output: z.object({ plantOn: z.boolean(), settings: noticeSettings }),
    errors: [],
    effect: 'read',
  },
  /** What another member is told about the plant. */
  getMemberNoticeSettings: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, userId: id }),
    output: z.object({ settings: noticeSettings }),
    errors: ['MEMBER_NOT_FOUND'],
    effect: 'read',
  },
  /** Changes what the caller is told about a plant; what is not named stays. */
  saveNotificationsOnProfile: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId, ...change }),
    output: z.object({ settings: noticeSettings }),
    errors: ['MEMBER_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'person',
  },
  /** Changes what another member is told about the plant. */
  saveMemberNotifications: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, userId: id, ...change }),
    output: z.object({ settings: noticeSettings }),
    errors: ['MEMBER_NOT_FOUND'],
    effect: 'write',
    about: 'person',
  },
  /** Switches all notices of a plant on or off, for all of its members. */
  abilitaNotificheErrori: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, on: z.boolean() }),
    output: z.object({ plantOn: z.boolean() }),
    errors: [],
    effect: 'write',
    about: 'plant',
  },
})
