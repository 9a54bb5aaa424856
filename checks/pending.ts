/**
 * What the specification names and the product does not have yet, with the noun it comes with. An entry that has come
 * is to be taken out: the check says so.
 */
export const pendingActions: Record<string, readonly string[]> = {
  accounts: ['uploadImage', 'saveNotificationsOnProfile'],
  logbook: ['getLogbookDetails', 'aggiornaNoteLogbook', 'getBleLogbooks', 'getLogbooksDetails'],
  groups: [
    'getCollections',
    'saveGroup',
    'saveCollection',
    'updateCollection',
    'removeCollection',
    'setGroup',
    'removeGroup',
    'setMultiGroup',
    'setBatch',
  ],
  zones: ['getZones', 'saveZone', 'updateZone', 'removeZone', 'updateZoneLamps', 'getZonesPost'],
  scenes: ['getScenes', 'saveScene', 'updateScene', 'removeScene'],
  overview: ['saveSummaryPlants', 'getSummaryPlants', 'getAldiPlants'],
  lamps: [
    'importLampDescription',
    'updateCentQrLamps',
    'setMultiParam',
    'setParam',
    'setLgSerialId',
    'deleteLgSerialId',
    'substituteLogicaFM',
    'setLampName',
    'configLogica',
    'config',
  ],
  energy: [
    'updateZoneEnergyLamps',
    'createMonitoringZone',
    'updateMonitoringZone',
    'deleteMonitoringZone',
    'getMonitoringZonesPost',
  ],
  catalogue: ['updateProductCode', 'getProductInfo', 'getFamilyInfo'],
  'central-units': ['resetCu', 'keypressSimulation', 'setCuName'],
  tests: [
    'setDateTimeFunzionale',
    'setDateTimeAutonomia',
    'setPeriodFunzionale',
    'setPeriodAutonomia',
    'getGlobalReports',
  ],
  plants: ['aggiornaClienteImpianto'],
  attachments: ['deleteFile', 'deleteFileNew'],
  'floor-plans': ['aggiornaMappe', 'aggiornaMappePost'],
  'pro-codes': ['abilitaPro', 'getAllTokens', 'createTokens'],
  notifications: ['abilitaNotificheErrori'],
  administration: ['getAllUsers'],
}

export const pendingErrors: Record<string, readonly string[]> = {
  'pro-codes': ['INVALID_CODE', 'CODE_ALREADY_USED'],
  'floor-plans': ['MAPS_LIMIT_EXCEEDED'],
}

/** Faults that only unit types which are not there yet can report. */
export const pendingUnitFaults: Record<string, readonly string[]> = {
  'central-units (sicuro)': [
    'communication_ak',
    'communication_akext',
    'communication_io',
    'communication_llsa',
    'communication_lssa',
    'communication_switch_11kw',
    'communication_substation',
    'insulation',
  ],
}

/** Section 9 constants without a place in the code yet. */
export const pendingConstants: Record<string, readonly string[]> = {
  attachments: ['at most 20 files of 20 MB'],
  'pro-codes': ['16 digits'],
  groups: ['1 to 16, at most 4 per lamp', '32 lamps per page of 16-bit words'],
  zones: ['at most 250'],
  tests: ['periods of 1 and 4 weeks, 3, 6 and 12 months', 'deferred by 7 days'],
  reports: ['last 3 months, last year, last 2 years, plant life'],
  notifications: ['no communication over 24 h'],
  'remote-panel': ['five chargers', 'ramp of 5 min'],
  catalogue: ['UV lamp product code 1300005A7'],
}
