import type { ActionName } from '@vigilux/contract/actions.ts'
import { commandReceipt } from '@vigilux/contract/features/commands/command.ts'
import { bundleReceipt, operationReceipt } from '@vigilux/contract/features/operations/operation.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'

const oneStatement = 'one statement updates one row, and its WHERE holds the conditions'
const uniqueIndex = 'a unique index admits one'
const version = 'the WHERE holds the version that the caller read'
const auditOnly = 'writes only an audit row'
const recheckedOnUpload = 'writes only an audit row; the upload checks again under the exclusive plant lock'
const lastOneWins = 'one row per plant, person and kind; the last request wins'
const plantsInOrder = 'the plants are locked in a fixed order before members are read'
const commandsOnly = 'only sends commands to units; of two, the unit obeys the last'

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
  saveProfile: version,
  saveAppConfig: 'one statement merges and limits the settings',
  completeProfile: 'the plants of the person are locked in a fixed order before the account changes',
  saveMarketing: oneStatement,
  saveNomina: oneStatement,
  endSession: oneStatement,
  activateScene: 'one run per idempotency key',
  showSceneOnLamps: commandsOnly,
  endSceneOnLamps: commandsOnly,
  identifyLamps: commandsOnly,
  setLightLevel: commandsOnly,
  inhibitUnits: `${commandsOnly}; a unique index admits one inhibition per unit`,
  endInhibition: 'only sends commands to units; a later inhibition is a row of its own',
  renamePasskey: oneStatement,
  removePasskey: 'the account is locked before its sign-in methods are read',
  endOtherSessions: oneStatement,
  saveDisclaimerPhoto: oneStatement,
  saveDeclarations: oneStatement,
  updateUserValidation: 'the plants of the person are locked in a fixed order before the account changes',
  saveCuDescription: version,
  saveLampDescription: version,
  updateProductCode: 'one row per lamp; only the catalogue is read before',
  savePrice: version,
  savePriceSettings: version,
  saveEnergyBaseline: version,
  saveEnergyTariffs: version,
  eliminaInvito: oneStatement,
  removeMemberRule: oneStatement,
  revokeBleReport: oneStatement,
  revokeInspectorLink: oneStatement,
  createInspectorRegister: 'the inspector link is locked before its registers are counted',
  acceptInvite: 'the invitation is locked first; one member row per plant and person',
  inviteToPlants: plantsInOrder,
  removeFromPlants: plantsInOrder,
  declineInvite: 'the invitation is locked first',
  savePlant: 'each call creates another plant',
  createTokens: 'a unique index on the digits',
  revokeToken: oneStatement,
  assignAttention: 'the membership and the plant stats are locked; one row per cause',
  snoozeAttention: 'the membership and the plant stats are locked; one row per cause and person',
  acknowledgeNotice: oneStatement,
  snoozeNotice: oneStatement,
  saveEscalation: `${version}; former members are skipped`,
  saveNoticeThresholds: `${version}; one row per cause, notified once`,
  savePushDevice: 'the account is locked before its browsers are counted',
  removePushDevice: oneStatement,
  saveFavourite: 'the membership is locked, and its end deletes the row; one row per person and plant',
  saveSummaryPlants: `${version}; one row per plant`,
  updatePlant: version,
  aggiornaClienteImpianto: version,
  enrollCu: uniqueIndex,
  ftest: uniqueIndex,
  startTests: uniqueIndex,
  cancelHeldTest: oneStatement,
  downloadReport: auditOnly,
  downloadPlantExport: auditOnly,
  uploadImage: auditOnly,
  removeImage: oneStatement,
  uploadLogo: auditOnly,
  removeLogo: oneStatement,
  uploadAttachment: recheckedOnUpload,
  uploadFloorPlan: recheckedOnUpload,
  uploadDrawing: recheckedOnUpload,
  uploadLampPhoto: recheckedOnUpload,
  uploadEntryPhoto: recheckedOnUpload,
  deleteLampPhoto: oneStatement,
  downloadAttachment: auditOnly,
  deleteFile: oneStatement,
  removeView: oneStatement,
  deleteFileNew: oneStatement,
  aggiornaNoteLogbook: 'the head of the chain is locked',
  exportDeletedLogbook: `${auditOnly}; sealed entries never change`,
  exportLogbook: `${auditOnly}; the row of the key is unique, and locked while it signs`,
  createAccessToken: 'an advisory lock per person is taken before valid tokens are counted',
  revokeAccessToken: oneStatement,
  revokePlantAccessToken: oneStatement,
  switchOutwardConnection: 'the row of the bridge is locked before its switches are read',
  createCalendarFeed: 'the account is locked before its feeds are counted',
  revokeCalendarFeed: oneStatement,
  saveNotificationsOnProfile: lastOneWins,
  saveMemberNotifications: lastOneWins,
  abilitaNotificheErrori: 'updates one column of the membership; the last request wins',
  updateWebhook: version,
  renewWebhookSecret: oneStatement,
  removeWebhook: oneStatement,
  testWebhook: 'each request adds one call; the webhook is locked meanwhile',
  resendWebhookCalls: 'the WHERE selects dead letters; the call of a webhook disabled meanwhile becomes one again',
  discardWebhookCalls: oneStatement,
  saveReportMail: 'one row per plant and person; the last request wins',
}
