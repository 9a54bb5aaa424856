import { z } from 'zod'
import { defineActions, defineEvents } from '../../kernel/action.ts'
import { defineErrors } from '../../kernel/errors.ts'
import { id, inputInstant, line, page, plantId, version } from '../../kernel/primitives.ts'
import { escalation, escalationFields, maxOpenEscalations, openEscalation } from './escalation.ts'
import {
  deliveryStates,
  maxOpenNotices,
  noticeChoiceChange,
  noticeDelivery,
  noticeKinds,
  noticeRhythms,
  noticeSettings,
  openNotice,
  ownPlantNotices,
  pushSubscription,
  quietHours,
  unsubscription,
} from './notice.ts'
import { noticeThresholds, thresholdFields } from './thresholds.ts'

/** Only what is to become otherwise. */
const change = {
  on: z.boolean().optional(),
  kinds: z.array(noticeChoiceChange).max(noticeKinds.length).default([]),
  rhythm: z.enum(noticeRhythms).optional(),
  /** With null there are no quiet hours. */
  quiet: quietHours.nullable().optional(),
}

const pageSize = z.int().min(1).max(1000).default(25)

export const noticeActions = defineActions({
  /** What the caller is told about a plant, and whether anybody is told anything about it. */
  getNoticeSettings: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId }),
    output: z.object({ plantOn: z.boolean(), settings: noticeSettings }),
    errors: [],
    effect: 'read',
  },
  /** What the caller is told about each plant that they are a member of, by name; archived ones, of which nothing is told, apart. */
  getOwnNoticeSettings: {
    permission: 'signedIn',
    input: z.strictObject({
      page,
      pageSize,
      /** A part of the name of the plant. */
      search: line(80).default(''),
    }),
    output: z.object({ plants: z.array(ownPlantNotices).max(1000), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** What another member is told about the plant. */
  getMemberNoticeSettings: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, userId: id }),
    output: z.object({ settings: noticeSettings }),
    errors: ['MEMBER_NOT_FOUND'],
    effect: 'read',
  },
  /**
   * What was told about the plant to whom, on which way and what came back, newest first. Installer administrators read it of all members, everybody else of
   * themselves.
   */
  getNoticeHistory: {
    permission: 'notifications.own',
    input: z.strictObject({
      plantId,
      page,
      pageSize,
      /** A part of the name of the person. */
      search: line(80).default(''),
      state: z.enum(deliveryStates).optional(),
    }),
    output: z.object({
      deliveries: z.array(noticeDelivery).max(1000),
      total: z.int(),
      /** How many there are in each state, whichever was asked for. */
      counts: z.record(z.enum(deliveryStates), z.int()),
    }),
    errors: [],
    effect: 'read',
    cost: 3,
  },
  /** Own notices of all plants that are open: of something that lasts, and neither acknowledged nor over. Those of which the caller is told in turn come first, then the newest. */
  getOpenNotices: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ notices: z.array(openNotice).max(maxOpenNotices), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** Says that the caller knows of an own notice: it leaves their list, and nobody else's. */
  acknowledgeNotice: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId, noticeId: id }),
    output: z.object({}),
    errors: ['NOT_FOUND'],
    effect: 'write',
    about: 'plant',
  },
  /** Puts an own notice off until a moment, when it is back if it is still open; with null it is back now. */
  snoozeNotice: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId, noticeId: id, backAt: inputInstant.nullable() }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'SNOOZE_TIME'],
    effect: 'write',
    about: 'plant',
  },
  /** What the address in a mail would end, for anyone who opens it without signing in; of an address that was not made here, nothing. */
  getUnsubscription: {
    permission: 'public',
    input: z.strictObject({ token: line(400) }),
    output: z.object({ unsubscription: unsubscription.nullable() }),
    errors: [],
    effect: 'read',
  },
  /** Whether the browser of the caller's session shows notices, and the key with which it asks its push service for an address. */
  getPushDevice: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ key: z.string(), on: z.boolean() }),
    errors: [],
    effect: 'read',
  },
  /** Lets the browser of the caller's session show notices, until the session ends; the address has to be that of a public push service. */
  savePushDevice: {
    permission: 'signedIn',
    input: pushSubscription,
    output: z.object({}),
    errors: ['PUSH_ADDRESS_REFUSED', 'SESSION_NOT_FOUND'],
    effect: 'write',
    about: 'person',
  },
  /** Ends notices in the browser of the caller's session. */
  removePushDevice: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({}),
    errors: [],
    effect: 'write',
    about: 'person',
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
  /** Who of the plant is told one after the other, after how long, and of what. */
  getEscalation: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ escalation }),
    errors: [],
    effect: 'read',
  },
  /** Sets who is notified one after the other. Escalations that are under way continue with the new list. A person who is added must be a member. */
  saveEscalation: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, ...escalationFields, version }),
    output: z.object({ escalation }),
    errors: ['MEMBER_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'plant',
  },
  /** What in the plant is being told to one after the other and still lasts, the newest first. */
  getOpenEscalations: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ escalations: z.array(openEscalation).max(maxOpenEscalations), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** From what on members of the plant are told, and what of it is urgent. */
  getNoticeThresholds: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ thresholds: noticeThresholds }),
    errors: [],
    effect: 'read',
  },
  /**
   * Sets from what on members of the plant are told, and what is urgent: told in quiet hours too, and without waiting for a daily or weekly mail. It holds
   * from the next cause on; what was told is not told again, and what a lower threshold finds passed by already is told now.
   */
  saveNoticeThresholds: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, ...thresholdFields, version }),
    output: z.object({ thresholds: noticeThresholds }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'plant',
  },
  /** Switches the caller's own notices about a plant on or off; `updatePlant` has the switch for all members. */
  abilitaNotificheErrori: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId, on: z.boolean() }),
    output: z.object({ settings: noticeSettings }),
    errors: ['MEMBER_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'person',
  },
})

export const noticeErrors = defineErrors({
  /** The address is none of a public push service. */
  PUSH_ADDRESS_REFUSED: 400,
})

export const noticeEvents = defineEvents({
  /** The members who are notified about the plant, or the kinds of notices, changed. */
  noticeSettings: z.object({ plant_id: id }),
  /** Notices are shown in other browsers of the person than before. */
  pushDevices: z.object({}),
  /** Notices about the plant are others than before: somebody was told, or what became of one is known. */
  notices: z.object({ plant_id: id }),
})
