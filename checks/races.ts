import type { ActionName } from '@vigilux/contract/actions.ts'
import { commandReceipt } from '@vigilux/contract/features/commands/command.ts'
import { bundleReceipt, operationReceipt } from '@vigilux/contract/features/operations/operation.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'

const singleRowReason = 'one statement changes the one row of the person or thing; what it asks for stands in its where'
const key = 'a unique index decides'

/**
 * Actions with a command or an operation as output are guarded: by the operation lock, a row only one caller can
 * insert, and by the lock of an operation before each move. An action dependent on earlier requests is declared
 * `alone`.
 */
export const isCommandOrOperation = ({ output }: ActionDeclaration): boolean =>
  output === commandReceipt || output === operationReceipt || output === bundleReceipt

/**
 * Other write actions without the exclusive plant lock, and their guard. An action with a check (counts, limits,
 * duplicates) before its write needs a constraint or its own lock here, or is declared `alone`.
 */
export const guardedActions: { [N in ActionName]?: string } = {
  saveProfile: 'the version that was opened stands in the where',
  saveAppConfig: 'merged and bounded in one statement',
  completeProfile: 'the plants of the person are locked, in one order for all, before the account is changed',
  saveMarketing: singleRowReason,
  saveNomina: singleRowReason,
  endSession: singleRowReason,
  activateScene: 'a run is a row by the key of the press',
  showSceneOnLamps: 'asks units alone, as a command does; of two, the unit obeys the one that comes last',
  endSceneOnLamps: 'asks units alone, as a command does',
  identifyLamps: 'asks units alone, as a command does',
  setLightLevel: 'asks units alone, as a command does; of two, the unit obeys the one that comes last',
  inhibitUnits: 'asks units alone; of two, the unit obeys the one that comes last, and one row by unit can be in force',
  endInhibition: 'asks units alone; a request made meanwhile is another one',
  renamePasskey: singleRowReason,
  removePasskey: 'the account is locked before its ways to sign in are looked at',
  endOtherSessions: singleRowReason,
  saveDisclaimerPhoto: singleRowReason,
  saveDeclarations: singleRowReason,
  updateUserValidation: 'the plants of the person are locked, in one order for all, before the account is changed',
  saveCuDescription: 'the version that was opened stands in the where',
  saveLampDescription: 'the version that was opened stands in the where',
  updateProductCode: 'a row by lamp; what it looks at before is the catalogue, which may become another at any time',
  savePrice: 'the version that was seen stands in the where',
  savePriceSettings: 'the version that was seen stands in the where',
  saveEnergyBaseline: 'the version that was seen stands in the where',
  saveEnergyTariffs: 'the version that was seen stands in the where',
  eliminaInvito: singleRowReason,
  removeMemberRule: singleRowReason,
  revokeBleReport: singleRowReason,
  revokeInspectorLink: singleRowReason,
  createInspectorRegister: "the inspector's page is locked before its registers are counted",
  acceptInvite: 'the invitation is locked first, and a member is a row by plant and person',
  inviteToPlants: 'the plants are locked, in one order for all, before it is looked who is there',
  removeFromPlants: 'the plants are locked, in one order for all, before it is looked who is there',
  declineInvite: 'the invitation is locked first',
  savePlant: 'each call makes a plant of its own',
  createTokens: 'the digits are unique',
  revokeToken: singleRowReason,
  assignAttention: 'the membership and the figures with the cause are held; a row by cause, which ends with either',
  snoozeAttention: 'as assigning; a row by cause and person',
  acknowledgeNotice: singleRowReason,
  snoozeNotice: singleRowReason,
  saveEscalation: 'the version that was seen stands in the where; a member who leaves meanwhile is passed over',
  saveNoticeThresholds: 'the version that was seen stands in the where; a cause is a row by what happened, told once',
  savePushDevice: 'the account is locked before its browsers are counted',
  removePushDevice: singleRowReason,
  saveFavourite: 'the membership is held, whose end takes the mark along; a mark is a row by person and plant',
  saveSummaryPlants: 'the version that was opened stands in the where; the first is a row by plant',
  updatePlant: 'the version that was opened stands in the where',
  aggiornaClienteImpianto: 'the version that was opened stands in the where',
  enrollCu: key,
  ftest: key,
  startTests: key,
  cancelHeldTest: singleRowReason,
  downloadReport: 'writes its line in the audit alone',
  downloadPlantExport: 'writes its line in the audit alone',
  uploadImage: 'writes its line in the audit alone',
  removeImage: singleRowReason,
  uploadLogo: 'writes its line in the audit alone',
  removeLogo: singleRowReason,
  uploadAttachment:
    'writes its line in the audit alone; the limits are asked again, alone in the plant, when the file comes',
  uploadFloorPlan:
    'writes its line in the audit alone; the limits are asked again, alone in the plant, when the drawing comes',
  uploadDrawing:
    'writes its line in the audit alone; the plan is looked for again, alone in the plant, when the drawing comes',
  uploadLampPhoto:
    'writes its line in the audit alone; the limit is asked again, alone in the plant, when the photo comes',
  uploadEntryPhoto:
    'writes its line in the audit alone; the limit is asked again, alone in the plant, when the photo comes',
  deleteLampPhoto: singleRowReason,
  downloadAttachment: 'writes its line in the audit alone',
  deleteFile: singleRowReason,
  removeView: singleRowReason,
  deleteFileNew: singleRowReason,
  aggiornaNoteLogbook: 'the head of the chain is locked',
  exportDeletedLogbook: 'writes its line in the audit alone; what was sealed never changes',
  exportLogbook: 'writes its line in the audit alone; the key is a unique row, locked while it signs',
  createAccessToken: 'a lock by person is taken before the valid tokens are counted',
  revokeAccessToken: singleRowReason,
  revokePlantAccessToken: singleRowReason,
  switchOutwardConnection: 'the row of the bridge is locked before its switches are read',
  createCalendarFeed: 'the account is locked before its feeds are counted',
  revokeCalendarFeed: singleRowReason,
  saveNotificationsOnProfile: 'a row by plant, person and kind; the last that is asked for counts',
  saveMemberNotifications: 'a row by plant, person and kind; the last that is asked for counts',
  abilitaNotificheErrori: 'one column of the membership; the last that is asked for counts',
  updateWebhook: 'the version that was opened stands in the where',
  renewWebhookSecret: singleRowReason,
  removeWebhook: singleRowReason,
  testWebhook: 'each press is a call; the webhook is held meanwhile',
  resendWebhookCalls:
    'a dead letter is one in the where; of one that waits for a webhook that is switched off meanwhile, the sender makes one again',
  discardWebhookCalls: singleRowReason,
  saveReportMail: 'a row by plant and person; the last that is asked for counts',
}
