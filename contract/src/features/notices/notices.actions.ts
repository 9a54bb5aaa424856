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

/** Changed settings; omitted ones stay unchanged. */
const change = {
  on: z.boolean().optional(),
  kinds: z.array(noticeChoiceChange).max(noticeKinds.length).default([]),
  rhythm: z.enum(noticeRhythms).optional(),
  /** Null for no quiet hours. */
  quiet: quietHours.nullable().optional(),
}

const pageSize = z.int().min(1).max(1000).default(25)

/** Notices of a plant: settings, open ones, history, push and escalation. */
export const noticeActions = defineActions({
  /** Returns the caller's notice settings for a plant, and whether notices are on for the plant. */
  getNoticeSettings: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId }),
    output: z.object({ plantOn: z.boolean(), settings: noticeSettings }),
    errors: [],
    effect: 'read',
    program: 'none',
  },
  /** Lists the caller's notice settings by plant; archived plants, which send no notices, are separate. */
  getOwnNoticeSettings: {
    permission: 'signedIn',
    input: z.strictObject({
      page,
      pageSize,
      /** Part of the name of the plant. */
      search: line(80).default(''),
    }),
    output: z.object({ plants: z.array(ownPlantNotices).max(1000), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** Returns another member's notice settings for the plant. */
  getMemberNoticeSettings: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, userId: id }),
    output: z.object({ settings: noticeSettings }),
    errors: ['MEMBER_NOT_FOUND'],
    effect: 'read',
  },
  /**
   * Lists the notices of the plant with receiver, channel and answer, newest first. Installer administrators see those
   * of all members, others only their own.
   */
  getNoticeHistory: {
    permission: 'notifications.own',
    input: z.strictObject({
      plantId,
      page,
      pageSize,
      /** Part of the name of the person. */
      search: line(80).default(''),
      state: z.enum(deliveryStates).optional(),
    }),
    output: z.object({
      deliveries: z.array(noticeDelivery).max(1000),
      total: z.int(),
      /** Number of notices in each state, regardless of the state filter. */
      counts: z.record(z.enum(deliveryStates), z.int()),
    }),
    errors: [],
    effect: 'read',
    program: 'none',
    cost: 3,
  },
  /**
   * Lists the caller's open notices of all plants: their cause lasts, and they are not acknowledged. Escalations to the
   * caller come first, then the newest.
   */
  getOpenNotices: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ notices: z.array(openNotice).max(maxOpenNotices), total: z.int() }),
    errors: [],
    effect: 'read',
    cost: 2,
  },
  /** Acknowledges an own notice: it leaves the caller's list, and nobody else's. */
  acknowledgeNotice: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId, noticeId: id }),
    output: z.object({}),
    errors: ['NOT_FOUND'],
    effect: 'write',
    about: 'plant',
  },
  /** Snoozes an own notice until a moment, after which it reappears if still open; null ends the snooze. */
  snoozeNotice: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId, noticeId: id, backAt: inputInstant.nullable() }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'SNOOZE_TIME'],
    effect: 'write',
    about: 'plant',
  },
  /**
   * Returns the scope of an unsubscribe link in a mail, to anyone opening it without signing in; nothing for a link
   * made elsewhere.
   */
  getUnsubscription: {
    permission: 'public',
    input: z.strictObject({ token: line(400) }),
    output: z.object({ unsubscription: unsubscription.nullable() }),
    errors: [],
    effect: 'read',
  },
  /** Returns whether the browser of the session shows notices, and the public key for its push subscription. */
  getPushDevice: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({ key: z.string(), on: z.boolean() }),
    errors: [],
    effect: 'read',
  },
  /** Enables push in the browser of the session until it ends. The address must belong to a public service. */
  savePushDevice: {
    permission: 'signedIn',
    input: pushSubscription,
    output: z.object({}),
    errors: ['PUSH_ADDRESS_REFUSED', 'SESSION_NOT_FOUND'],
    effect: 'write',
    about: 'person',
  },
  /** Disables push in the browser of the caller's session. */
  removePushDevice: {
    permission: 'signedIn',
    input: z.strictObject({}),
    output: z.object({}),
    errors: [],
    effect: 'write',
    about: 'person',
  },
  /** Changes the caller's notice settings for a plant; omitted ones stay unchanged. */
  saveNotificationsOnProfile: {
    permission: 'notifications.own',
    input: z.strictObject({ plantId, ...change }),
    output: z.object({ settings: noticeSettings }),
    errors: ['MEMBER_NOT_FOUND'],
    effect: 'write',
    inArchive: true,
    about: 'person',
  },
  /** Changes another member's notice settings for the plant. */
  saveMemberNotifications: {
    permission: 'members.administer',
    input: z.strictObject({ plantId, userId: id, ...change }),
    output: z.object({ settings: noticeSettings }),
    errors: ['MEMBER_NOT_FOUND'],
    effect: 'write',
    about: 'person',
  },
  /** Returns the escalation of the plant: members, delay and kinds. */
  getEscalation: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ escalation }),
    errors: [],
    effect: 'read',
    program: 'none',
  },
  /** Saves the escalation. Open escalations continue with the new list; an added person must be a member. */
  saveEscalation: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, ...escalationFields, version }),
    output: z.object({ escalation }),
    errors: ['MEMBER_NOT_FOUND', 'CHANGED_MEANWHILE'],
    effect: 'write',
    about: 'plant',
  },
  /** Lists the open escalations of the plant whose cause still lasts, newest first. */
  getOpenEscalations: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ escalations: z.array(openEscalation).max(maxOpenEscalations), total: z.int() }),
    errors: [],
    effect: 'read',
    program: 'none',
    cost: 2,
  },
  /** Returns the notice thresholds of the plant, and the urgent kinds. */
  getNoticeThresholds: {
    permission: 'plant.view',
    input: z.strictObject({ plantId }),
    output: z.object({ thresholds: noticeThresholds }),
    errors: [],
    effect: 'read',
  },
  /**
   * Saves the notice thresholds and the urgent kinds, which ignore quiet hours and digests. They apply from the next
   * cause on: past notices are not repeated, and causes beyond a lowered threshold are sent at once.
   */
  saveNoticeThresholds: {
    permission: 'plant.administer',
    input: z.strictObject({ plantId, ...thresholdFields, version }),
    output: z.object({ thresholds: noticeThresholds }),
    errors: ['CHANGED_MEANWHILE'],
    effect: 'write',
    program: 'configure',
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
  /** The address does not belong to a public push service. */
  PUSH_ADDRESS_REFUSED: 400,
})

export const noticeEvents = defineEvents({
  /** The members who are notified about the plant, or the kinds of notices, changed. */
  noticeSettings: z.object({ plant_id: id }),
  /** The person's browsers with notices changed. */
  pushDevices: z.object({}),
  /** A notice of the plant was sent, or its state changed. */
  notices: z.object({ plant_id: id }),
})
