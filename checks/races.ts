import type { ActionName } from '@vigilux/contract/actions.ts'

const ownRow = 'one statement changes the one row of the person or thing; what it asks for stands in its where'
const command =
  'looks at nothing that another may change but the hold of an operation, which is a row that only one can add'
const operation = 'the hold of the unit is a row that only one can add, and the operation is locked before it is moved'
const key = 'a unique index decides'

/**
 * Write actions that are not done alone in their plant, and what keeps two of them from undoing each other. An action
 * that looks (counts, limits, "is there already", "is it the last") and then writes belongs here only with a constraint
 * or a lock of its own; else it is declared `alone`.
 */
export const guardedOtherwise: { [N in ActionName]?: string } = {
  saveProfile: ownRow,
  saveAppConfig: 'merged and bounded in one statement',
  completeProfile: ownRow,
  saveMarketing: ownRow,
  saveNomina: ownRow,
  saveDisclaimerPhoto: ownRow,
  updateUserValidation: ownRow,
  saveCuDescription: ownRow,
  saveLampDescription: ownRow,
  eliminaInvito: ownRow,
  acceptInvite: 'the invitation is locked first, and a member is a row by plant and person',
  declineInvite: 'the invitation is locked first',
  savePlant: key,
  updatePlant: 'the version that was opened stands in the where',
  enrollCu: key,
  ftest: key,
  downloadReport: 'writes its line in the audit alone',
  stopTest: command,
  deEnrollCu: command,
  createNetwork: command,
  resetCu: command,
  keypressSimulation: command,
  setCuName: command,
  setContacts: command,
  setRelay: command,
  setAdvanced: command,
  cablecomCommand: command,
  logicaCommand: command,
  sicuroCommand: command,
  gatewayCommand: command,
  gatewayInsertMac: command,
  gatewayInsertSerial: command,
  gatewayInsertType: command,
  gatewayValidate: command,
  gatewayRemove: command,
  identifyLamp: command,
  stopIdentifyLamp: command,
  setLampName: command,
  setParam: command,
  setMultiParam: command,
  setGroup: command,
  removeGroup: command,
  setMultiGroup: command,
  setBatch: command,
  setDateTimeFunzionale: command,
  setDateTimeAutonomia: command,
  setPeriodFunzionale: command,
  setPeriodAutonomia: command,
  configLogica: command,
  config: command,
  setLgSerialId: operation,
  deleteLgSerialId: operation,
  substituteLogicaFM: operation,
  configureUnit: operation,
  assignGroups: operation,
  restoreSnapshot: operation,
  continueOperation: operation,
  cancelOperation: operation,
  undoOperation: operation,
}
