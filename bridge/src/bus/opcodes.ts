/** Commands of IEC 62386-102 and -202. `docs/bridge.md` names the sources. */

/** Second byte of a command to an address. */
export const command = {
  off: 0x00,
  recallMax: 0x05,
  goToScene: 0x10,
  identify: 0x25,
  setScene: 0x40,
  removeFromScene: 0x50,
  addToGroup: 0x60,
  removeFromGroup: 0x70,
  setShortAddress: 0x80,
  enableWriteMemory: 0x81,
} as const

export const query = {
  status: 0x90,
  present: 0x91,
  missingShortAddress: 0x96,
  version: 0x97,
  dtr1: 0x9c,
  deviceType: 0x99,
  actualLevel: 0xa0,
  nextDeviceType: 0xa7,
  sceneLevel: 0xb0,
  groupsLow: 0xc0,
  groupsHigh: 0xc1,
  randomHigh: 0xc2,
  randomMiddle: 0xc3,
  randomLow: 0xc4,
  readMemory: 0xc5,
} as const

/** First byte of a special frame. */
export const special = {
  terminate: 0xa1,
  dtr0: 0xa3,
  initialise: 0xa5,
  randomise: 0xa7,
  compare: 0xa9,
  withdraw: 0xab,
  searchHigh: 0xb1,
  searchMiddle: 0xb3,
  searchLow: 0xb5,
  programShortAddress: 0xb7,
  verifyShortAddress: 0xb9,
  enableDeviceType: 0xc1,
  dtr1: 0xc3,
  writeMemory: 0xc9,
} as const

/** Second byte of a command of device type 1, after ENABLE DEVICE TYPE 1. */
export const emergencyCommand = {
  rest: 0xe0,
  inhibit: 0xe1,
  relight: 0xe2,
  startFunctionTest: 0xe3,
  startDurationTest: 0xe4,
  stopTest: 0xe5,
  resetFunctionDone: 0xe6,
  resetDurationDone: 0xe7,
  functionInterval: 0xec,
  durationInterval: 0xed,
  identify: 0xf0,
} as const

export const emergencyQuery = {
  charge: 0xf1,
  testTiming: 0xf2,
  durationResult: 0xf3,
  operationTime: 0xf5,
  ratedDuration: 0xf9,
  mode: 0xfa,
  features: 0xfb,
  failure: 0xfc,
  status: 0xfd,
  extendedVersion: 0xff,
} as const

export const emergencyType = 1
/** Device type of gear with an energy meter (part 252). */
export const energyType = 51
/** Device type of gear with diagnostics and maintenance data (part 253). */
export const maintenanceType = 52
/** Short address in a special frame, and in SET SHORT ADDRESS: 255 for none. */
export const encodedShort = (short: number): number => short * 2 + 1
export const noShort = 255
