/** Numbers of ASHRAE 135 used by the device. */

export const objectTypes = {
  analogInput: 0,
  binaryInput: 3,
  device: 8,
  multiStateInput: 13,
  multiStateValue: 19,
} as const
export type ObjectType = (typeof objectTypes)[keyof typeof objectTypes]

/** Highest instance; the one above it means "any". */
const maxInstance = 4_194_302
export const anyInstance = 4_194_303

/** Whether a number can be the instance of a device. */
export const isDeviceInstance = (instance: number): boolean =>
  Number.isInteger(instance) && instance >= 0 && instance <= maxInstance

export const properties = {
  activeText: 4,
  all: 8,
  apduTimeout: 11,
  applicationSoftwareVersion: 12,
  covIncrement: 22,
  description: 28,
  deviceAddressBinding: 30,
  eventState: 36,
  firmwareRevision: 44,
  inactiveText: 46,
  maxApduLength: 62,
  modelName: 70,
  numberOfRetries: 73,
  numberOfStates: 74,
  objectIdentifier: 75,
  objectList: 76,
  objectName: 77,
  objectType: 79,
  optional: 80,
  outOfService: 81,
  polarity: 84,
  presentValue: 85,
  protocolObjectTypes: 96,
  protocolServices: 97,
  protocolVersion: 98,
  reliability: 103,
  required: 105,
  segmentation: 107,
  stateText: 110,
  statusFlags: 111,
  systemStatus: 112,
  units: 117,
  vendorIdentifier: 120,
  vendorName: 121,
  protocolRevision: 139,
  activeCovSubscriptions: 152,
  databaseRevision: 155,
  propertyList: 371,
} as const

export const engineeringUnits = { hours: 71, noUnits: 95, percent: 98 } as const
export const reliabilities = { noFault: 0, unreliableOther: 7, communicationFailure: 12 } as const

export const confirmed = {
  covNotification: 1,
  subscribeCov: 5,
  readProperty: 12,
  readPropertyMultiple: 14,
  writeProperty: 15,
} as const
export const unconfirmed = { iAm: 0, iHave: 1, covNotification: 2, whoHas: 7, whoIs: 8 } as const

export const errorClasses = { device: 0, object: 1, property: 2, resources: 3, services: 5, communication: 7 } as const
export const errorCodes = {
  invalidDataType: 9,
  noSpaceForObject: 18,
  operationalProblem: 25,
  timeout: 30,
  unknownObject: 31,
  unknownProperty: 32,
  valueOutOfRange: 37,
  writeAccessDenied: 40,
  invalidArrayIndex: 42,
  covSubscriptionFailed: 43,
  propertyIsNotAnArray: 50,
} as const
export const rejectReasons = { other: 0, invalidTag: 4, unrecognizedService: 9 } as const
export const abortReasons = { segmentationNotSupported: 4 } as const

/** An unreadable or read-only property, as the answer names it. */
export class BacnetError extends Error {
  readonly errorClass: number
  readonly code: number

  constructor(errorClass: number, code: number) {
    super(`BACnet error ${errorClass}, ${code}`)
    this.errorClass = errorClass
    this.code = code
  }
}

/** An unreadable request. */
export class BacnetReject extends Error {
  readonly reason: number

  constructor(reason: number) {
    super(`BACnet reject ${reason}`)
    this.reason = reason
  }
}
