import { defaultThresholds } from '@vigilux/contract/features/notices/thresholds.ts'

/** The generator of the curve P-256, as a browser would name its key. */
const pointOfCurve = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'

/** Valid inputs of the actions for open causes, notices and webhooks. */
export const noticeInputs = ({ plantId, userId, otherId }: { plantId: string; userId: string; otherId: string }) => {
  const webhook = { address: 'https://bms.vigilux.test/vigilux', kinds: ['mainsFailure' as const], on: true }
  const cause = { plantId, topic: 'logica_0A1B2C', code: 'unit_offline' }
  return {
    getAttention: {},
    assignAttention: { ...cause, assignee: userId },
    snoozeAttention: { ...cause, snooze: null },
    getNoticeSettings: { plantId },
    getOwnNoticeSettings: {},
    getNoticeHistory: { plantId },
    getOpenNotices: {},
    acknowledgeNotice: { plantId, noticeId: otherId },
    snoozeNotice: { plantId, noticeId: otherId, backAt: null },
    getUnsubscription: { token: 'x'.repeat(80) },
    getPushDevice: {},
    savePushDevice: { endpoint: 'https://push.vigilux.test/1', p256dh: pointOfCurve, auth: 'a'.repeat(22) },
    removePushDevice: {},
    getMemberNoticeSettings: { plantId, userId: otherId },
    saveNotificationsOnProfile: { plantId, on: true },
    saveMemberNotifications: { plantId, userId: otherId, on: true },
    getEscalation: { plantId },
    saveEscalation: {
      plantId,
      on: true,
      afterMinutes: 30,
      people: [userId],
      version: 0,
      kinds: ['mainsFailure', 'functionError'] as ('mainsFailure' | 'functionError')[],
    },
    getOpenEscalations: { plantId },
    getNoticeThresholds: { plantId },
    saveNoticeThresholds: { plantId, ...defaultThresholds },
    abilitaNotificheErrori: { plantId, on: true },
    getWebhooks: { plantId },
    createWebhook: { plantId, webhook },
    updateWebhook: { plantId, webhookId: otherId, version: 1, webhook },
    renewWebhookSecret: { plantId, webhookId: otherId },
    removeWebhook: { plantId, webhookId: otherId },
    testWebhook: { plantId, webhookId: otherId },
    getWebhookCalls: { plantId },
    resendWebhookCalls: { plantId, webhookId: otherId },
    discardWebhookCalls: { plantId, webhookId: otherId, callId: otherId },
  }
}
