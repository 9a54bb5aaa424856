import type { ActionInput, ActionName } from '@vigilux/contract/actions.ts'
import { plantDraft } from '../server/src/testing/test-server.ts'

/** Things of the plant that the sample inputs speak of. */
export type Sample = { plantId: string; userId: string; otherId: string }

/** For each action an input that is well formed, so that a refusal can only come from who asks. */
export const sampleInputs = ({ plantId, userId, otherId }: Sample): { [N in ActionName]: ActionInput<N> } => {
  const unit = { plantId, cuId: '0A1B2C', cuType: 'logica' }
  const lamp = { plantId, topic: 'logica_0A1B2C', addr: 1 }
  const email = 'invited@demo.vigilux.test'
  const profile = {
    name: 'Demo',
    surname: 'Account',
    phone: '',
    piva: '',
    businessname: '',
    address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
  }
  return {
    getUserInfos: {},
    saveProfile: profile,
    saveAppConfig: { appConfig: { density: 'compact' } },
    completeProfile: { usertype: 'client', businessname: '', piva: '' },
    saveMarketing: { marketing: false, profiling: false, thirdparts: false },
    saveNomina: {},
    saveDisclaimerPhoto: {},
    getPendingUsers: {},
    updateUserValidation: { userId, validation: 'verified' },
    getAudit: { plantId },
    getUnitTypes: {},
    saveCu: { ...unit, cuId: '0A1B2D' },
    enrollCu: unit,
    enrollCuAck: unit,
    deEnrollCu: unit,
    removeCu: { ...unit, cuId: '0FFFFF' },
    saveCuDescription: { ...unit, description: 'Q1' },
    getUnitsDetails: { plantId },
    getAllCuInfo: {},
    getShadow: { cuId: '0A1B2C', cuType: 'logica' },
    createNetwork: unit,
    getStatoConfig: unit,
    getCommands: { plantId },
    getCommand: { plantId, commandId: otherId },
    getLamps: { plantId },
    getLamp: lamp,
    saveLampDescription: { plantId, lampDescInfo: { ...lampOnly(lamp), description: 'Door', location: '' } },
    identifyLamp: lamp,
    stopIdentifyLamp: lamp,
    ftest: { plantId, topic: lamp.topic, addr: [] },
    stopTest: { plantId, testId: otherId },
    getTests: { plantId },
    getTestReport: { plantId, testId: otherId },
    createReport: { plantId, testId: otherId, language: 'en' },
    getReport: { plantId, reportId: otherId },
    getPlantUsers: { plantId },
    invitaCollab: { plantId, email, role: 'installerStaff' },
    invitaDelegato: { plantId, email },
    invitaCliente: { plantId, email },
    listaInviti: { plantId },
    eliminaInvito: { plantId, invitationId: otherId },
    checkInvitoPendente: {},
    acceptInvite: { invitationId: otherId },
    declineInvite: { invitationId: otherId },
    rimuoviCollab: { plantId, userId: otherId },
    rimuoviDelegato: { plantId, userId: otherId },
    getAllPlants: {},
    savePlant: { plant: plantDraft() },
    getPlantDetails: { plantId },
    leavePlant: { socketId: otherId },
    updatePlant: { plantId, plant: plantDraft(), version: 9999 },
    removePlant: { plantId, plantname: 'not its name' },
  }
}

const lampOnly = ({ topic, addr }: { topic: string; addr: number }) => ({ topic, addr })
