/** Valid inputs of the actions for people and accounts. */
export const accountInputs = ({ userId, otherId }: { userId: string; otherId: string }) => {
  const profile = {
    name: 'Demo',
    surname: 'Account',
    phone: '',
    kind: 'person' as const,
    piva: '',
    businessname: '',
    address: { street: '', housenumber: '', prov: '', cap: '', city: '', country: '' },
  }
  return {
    getUserInfos: {},
    saveProfile: { ...profile, version: 1 },
    saveAppConfig: { appConfig: { density: 'compact' } },
    completeProfile: { usertype: 'client', kind: 'person', businessname: '', piva: '' },
    saveMarketing: { marketing: false, profiling: false, thirdparts: false },
    saveDeclarations: { ageDeclared: true, termsAccepted: true },
    saveNomina: {},
    getSessions: {},
    getDeviceKey: {},
    getSignInMethods: {},
    renamePasskey: { passkeyId: otherId, name: 'Phone' },
    removePasskey: { passkeyId: otherId },
    endSession: { sessionId: otherId },
    endOtherSessions: {},
    getOwnData: {},
    getPlantsToHandOver: {},
    saveDisclaimerPhoto: {},
    getPendingUsers: {},
    getAllUsers: {},
    getUser: { userId },
    updateUserValidation: {
      userId,
      validation: 'verified',
      identity: { method: 'inPerson', checkedOn: '2026-03-01' },
    },
  } as const
}
