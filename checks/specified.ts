/** The names that the product's specification fixes, section by section: what must one day all be there. */

/** Section 7, realtime channel and HTTP: every action, under its wire name. */
export const specifiedActions = [
  ...['getUserInfos', 'uploadImage', 'updateUserValidation', 'getPendingUsers', 'saveProfile'],
  ...['saveNotificationsOnProfile', 'saveMarketing', 'saveNomina', 'saveDisclaimerPhoto'],
  ...['getLogbookDetails', 'getCollections', 'getZones', 'getScenes', 'acceptInvite', 'checkInvitoPendente'],
  ...['saveSummaryPlants', 'saveLampDescription', 'importLampDescription', 'saveCuDescription', 'saveGroup'],
  ...['saveCollection', 'updateCollection', 'removeCollection', 'saveZone', 'updateZone', 'removeZone'],
  ...['saveScene', 'updateScene', 'removeScene', 'updateZoneEnergyLamps', 'updateCentQrLamps', 'savePlant'],
  ...['updatePlant', 'updateProductCode', 'saveCu', 'removeCu', 'enrollCu', 'enrollCuAck', 'deEnrollCu', 'resetCu'],
  ...['keypressSimulation', 'ftest', 'setMultiParam', 'setParam', 'setGroup', 'removeGroup', 'setMultiGroup'],
  ...['setBatch', 'setLgSerialId', 'deleteLgSerialId', 'substituteLogicaFM', 'createNetwork', 'setCuName'],
  ...['setLampName', 'setDateTimeFunzionale', 'setDateTimeAutonomia', 'setPeriodFunzionale', 'setPeriodAutonomia'],
  ...['configLogica', 'config', 'getStatoConfig', 'aggiornaNoteLogbook', 'aggiornaClienteImpianto', 'deleteFile'],
  ...['deleteFileNew', 'aggiornaMappe', 'invitaDelegato', 'rimuoviDelegato', 'invitaCollab', 'rimuoviCollab'],
  ...['listaInviti', 'getPlantUsers', 'eliminaInvito', 'invitaCliente', 'abilitaPro', 'abilitaNotificheErrori'],
  ...['getPlantDetails', 'getAllUsers', 'getAllTokens', 'createTokens', 'getAllPlants', 'getSummaryPlants'],
  ...['getAldiPlants', 'getBleLogbooks', 'createMonitoringZone', 'updateMonitoringZone', 'deleteMonitoringZone'],
  ...['updateZoneLamps', 'getGlobalReports', 'getLogbooksDetails', 'getUnitsDetails', 'getShadow'],
  ...['aggiornaMappePost', 'getZonesPost', 'getMonitoringZonesPost', 'getProductInfo', 'getFamilyInfo', 'getAllCuInfo'],
] as const

/** Section 7: kinds of events besides the reply to each save. */
export const specifiedEvents = ['response', 'keepalive', 'shadow'] as const

/** Section 2: every route, with its parameters left out. */
export const specifiedRoutes = [
  ...['home', 'plant', 'allplants', 'ntohome', 'ntousers', 'ntopendingusers', 'ntoprocodes', 'ntosummary'],
  ...['ntoplantsmap', 'ntoaldi', 'bahome', 'baplantsmap', 'plantreport', 'scenari', 'scenaricentrale'],
  ...['monitoringzone', 'zone/zoneDetail', 'zone/gestione', 'zone', 'plantcentralunits/collection'],
  ...['plantcentralunits/qrlamps', 'plantcentralunits', 'remotepanel', 'plantlocations', 'plantmaps', 'userprofile'],
  ...['supporto', 'plantusers', 'plantgeneral', 'plantbom', 'plantbomble', 'login', 'loginnew', 'setpassword'],
  ...['registrati', 'passworddimenticata', 'responsive', 'products', 'qr', 'qrf', 'blereport'],
] as const

/** Section 8: codes that reach a user under exactly this name. */
export const specifiedErrors = [
  ...['PLANT_NOT_FOUND', 'NOT_ALLOWED', 'INVALID_CODE', 'CODE_ALREADY_USED', 'MAPS_LIMIT_EXCEEDED'],
  ...['UserNotFoundException', 'LimitExceededException', 'UsernameExistsException', 'CodeMismatchException'],
] as const

/** Section 8: warnings and faults of central units and lamps. */
export const specifiedUnitFaults = [
  ...['battery_low_voltage', 'battery_not_connected', 'battery_short', 'battery_test_failure', 'charger', 'fuse'],
  ...['isolation', 'bus', 'modem', 'duplicate_lamp_ids', 'no_mains', 'no_phase_1', 'no_phase_2', 'no_phase_3'],
  ...['system_inhibited', 'chargers_off_by_temperature', 'maintenance_needed', 'more_than_32_lamps'],
  ...[
    'uart_1',
    'uart_7',
    'dali',
    'led_open',
    'led_short',
    'led_partial_short',
    'uv_tube',
    'programming',
    'communication',
  ],
  ...['over_voltage', 'under_voltage', 'over_power', 'under_power', 'battery_duration_under_30s', 'communication_ak'],
  ...['communication_akext', 'communication_io', 'communication_llsa', 'communication_lssa'],
  ...['communication_switch_11kw', 'communication_substation', 'insulation'],
  ...[
    'more_than_128_lamps',
    'fewer_lamps_than_configured',
    'more_lamps_than_configured',
    'overload',
    'wiring',
    'polarity',
  ],
] as const
