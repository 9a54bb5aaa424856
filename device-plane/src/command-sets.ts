import type { UnitCommandName } from './central-unit-type.ts'

/** What types have in common in the commands that they obey; each type names its own whole in `facts.ts`. */

const everyUnit = [
  'enrol',
  'deEnrol',
  'statusQuery',
  'refresh',
  'resetCu',
  'keypressSimulation',
  'setCuName',
  'setClock',
  'setAdvanced',
  'configLogica',
  'config',
] as const satisfies readonly UnitCommandName[]

/** A unit with lamps that it tests. */
export const lampUnitCommands = [
  ...everyUnit,
  'createNetwork',
  'ftest',
  'stopTest',
  'identify',
  'stop_blink',
  'setLampName',
  'setParam',
  'setMultiParam',
  'setGroup',
  'removeGroup',
  'setMultiGroup',
  'setBatch',
  'setLgSerialId',
  'deleteLgSerialId',
  'substituteLogicaFM',
  'setDateTimeFunzionale',
  'setDateTimeAutonomia',
  'setPeriodFunzionale',
  'setPeriodAutonomia',
  'emergencyOn',
  'emergencyOff',
  'setContacts',
  'setRelay',
] as const satisfies readonly UnitCommandName[]

/** A unit to which Bluetooth devices are joined. */
export const gatewayCommands = [
  'gatewayScan',
  'gatewayInsertMac',
  'gatewayInsertSerial',
  'gatewayInsertType',
  'gatewayValidate',
  'gatewayRemove',
] as const satisfies readonly UnitCommandName[]
