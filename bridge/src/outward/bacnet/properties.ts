import { hoursUntil } from '../points.ts'
import { encode } from './encoding.ts'
import {
  BacnetError,
  confirmed,
  engineeringUnits,
  errorClasses,
  errorCodes,
  objectTypes,
  properties,
  reliabilities,
  unconfirmed,
} from './numbers.ts'
import type { PointObject } from './objects.ts'
import { maxApdu } from './packet.ts'

/** The values of a property: one, or those of an array or a list. Only values being read are encoded. */
type Value = { value: () => Buffer } | { array: () => readonly Buffer[] } | { list: () => readonly Buffer[] }
type Table = ReadonlyMap<number, Value>

const one = (value: () => Buffer): Value => ({ value })

/** A vendor identifier is given by ASHRAE. This one is given to nobody. */
const vendorIdentifier = 65_535
/** The last revision with all requirements met by this device. */
const protocolRevision = 14

const bitsOf = (length: number, set: readonly number[]): boolean[] =>
  Array.from({ length }, (_, at) => set.includes(at))

/** Bits of services (clause 21): their numbers, with those of unconfirmed services after the confirmed ones. */
const firstUnconfirmedBit = 26
const serviceBits = [
  confirmed.subscribeCov,
  confirmed.readProperty,
  confirmed.readPropertyMultiple,
  confirmed.writeProperty,
  firstUnconfirmedBit + unconfirmed.whoHas,
  firstUnconfirmedBit + unconfirmed.whoIs,
]

export type DeviceFacts = {
  instance: number
  plantId: string
  plantName: string
  databaseRevision: number
  /** Object_List. */
  objects: () => readonly Buffer[]
  subscriptions: () => readonly Buffer[]
}

const withPropertyList = (type: number, instance: number, name: string, table: [number, Value][]): Table => {
  const identity: [number, Value][] = [
    [properties.objectIdentifier, one(() => encode.objectId({ type, instance }))],
    [properties.objectName, one(() => encode.text(name))],
    [properties.objectType, one(() => encode.enumerated(type))],
  ]
  return new Map([
    ...identity,
    ...table,
    [properties.propertyList, { array: () => table.map(([property]) => encode.enumerated(property)) }],
  ])
}

export const propertiesOfDevice = (device: DeviceFacts): Table => {
  const { instance, plantId, plantName, databaseRevision, objects, subscriptions } = device
  const types = Object.values(objectTypes)
  return withPropertyList(objectTypes.device, instance, `vigilux-${plantId}`, [
    [properties.systemStatus, one(() => encode.enumerated(0))],
    [properties.vendorName, one(() => encode.text('Vigilux'))],
    [properties.vendorIdentifier, one(() => encode.unsigned(vendorIdentifier))],
    [properties.modelName, one(() => encode.text('Vigilux bridge'))],
    [properties.firmwareRevision, one(() => encode.text('0.1.0'))],
    [properties.applicationSoftwareVersion, one(() => encode.text('0.1.0'))],
    [properties.description, one(() => encode.text(plantName))],
    [properties.protocolVersion, one(() => encode.unsigned(1))],
    [properties.protocolRevision, one(() => encode.unsigned(protocolRevision))],
    [properties.protocolServices, one(() => encode.bits(bitsOf(40, serviceBits)))],
    [properties.protocolObjectTypes, one(() => encode.bits(bitsOf(55, types)))],
    [properties.objectList, { array: objects }],
    [properties.maxApduLength, one(() => encode.unsigned(maxApdu))],
    [properties.segmentation, one(() => encode.enumerated(noSegmentation))],
    [properties.apduTimeout, one(() => encode.unsigned(3_000))],
    [properties.numberOfRetries, one(() => encode.unsigned(3))],
    [properties.deviceAddressBinding, { list: () => [] }],
    [properties.databaseRevision, one(() => encode.unsigned(databaseRevision))],
    [properties.activeCovSubscriptions, { list: subscriptions }],
  ])
}

const noSegmentation = 3

/** Data of the answer to Who-Is. */
export const iAmData = (instance: number): Buffer =>
  Buffer.concat([
    encode.objectId({ type: objectTypes.device, instance }),
    encode.unsigned(maxApdu),
    encode.enumerated(noSegmentation),
    encode.unsigned(vendorIdentifier),
  ])

const presentValue = ({ point, reading }: PointObject, now: Date): Buffer => {
  const { value } = reading
  if (point.kind === 'binary') return encode.enumerated(value ? 1 : 0)
  // States count from 1. A value without a report has the first one, and is not reliable.
  if (point.kind === 'state') return encode.unsigned(Math.max(0, point.states.indexOf(value as string)) + 1)
  if (value === null) return encode.real(0)
  return encode.real(point.kind === 'time' ? hoursUntil(value as Date, now) : (value as number))
}

const reliabilityOf = ({ reading: { reliability } }: PointObject): number => {
  if (reliability === 'reliable') return reliabilities.noFault
  return reliability === 'neverReported' ? reliabilities.unreliableOther : reliabilities.communicationFailure
}

/** In alarm, fault, overridden, out of service. */
const statusFlags = (object: PointObject): Buffer =>
  encode.bits([false, reliabilityOf(object) !== reliabilities.noFault, false, false])

const kindProperties = ({ point }: PointObject): [number, Value][] => {
  if (point.kind === 'binary')
    return [
      [properties.polarity, one(() => encode.enumerated(0))],
      [properties.inactiveText, one(() => encode.text('no'))],
      [properties.activeText, one(() => encode.text('yes'))],
    ]
  if (point.kind === 'state')
    return [
      [properties.numberOfStates, one(() => encode.unsigned(point.states.length))],
      [properties.stateText, { array: () => point.states.map(encode.text) }],
    ]
  const unit = point.kind === 'time' ? 'hours' : point.unit === 'percent' ? 'percent' : 'noUnits'
  return [
    [properties.units, one(() => encode.enumerated(engineeringUnits[unit]))],
    [properties.covIncrement, one(() => encode.real(1))],
  ]
}

export const propertiesOfPoint = (object: PointObject, now: Date): Table =>
  withPropertyList(object.id.type, object.id.instance, object.name, [
    [properties.presentValue, one(() => presentValue(object, now))],
    [properties.description, one(() => encode.text(object.description))],
    [properties.statusFlags, one(() => statusFlags(object))],
    [properties.eventState, one(() => encode.enumerated(0))],
    [properties.reliability, one(() => encode.enumerated(reliabilityOf(object)))],
    [properties.outOfService, one(() => encode.boolean(false))],
    ...kindProperties(object),
  ])

/** The values in a notification of a change. */
export const covValues = (object: PointObject, now: Date): { value: Buffer; flags: Buffer } => ({
  value: presentValue(object, now),
  flags: statusFlags(object),
})

/** The encoded values of a property, or of one element of an array; element 0 is its length. */
export const readProperty = (table: Table, property: number, index?: number): Buffer => {
  const found = table.get(property)
  if (!found) throw new BacnetError(errorClasses.property, errorCodes.unknownProperty)
  if ('array' in found) {
    const values = found.array()
    if (index === undefined) return Buffer.concat(values)
    if (index === 0) return encode.unsigned(values.length)
    const element = values[index - 1]
    if (!element) throw new BacnetError(errorClasses.property, errorCodes.invalidArrayIndex)
    return element
  }
  if (index !== undefined) throw new BacnetError(errorClasses.property, errorCodes.propertyIsNotAnArray)
  return 'list' in found ? Buffer.concat(found.list()) : found.value()
}

const optionalProperties: readonly number[] = [
  properties.description,
  properties.reliability,
  properties.activeText,
  properties.inactiveText,
  properties.stateText,
]

/** The properties meant by `all`, `required` or `optional`. */
export const expandProperty = (table: Table, property: number): readonly number[] => {
  const known = [...table.keys()].filter((one_) => one_ !== properties.propertyList)
  if (property === properties.all) return known
  if (property === properties.required) return known.filter((one_) => !optionalProperties.includes(one_))
  if (property === properties.optional) return known.filter((one_) => optionalProperties.includes(one_))
  return [property]
}
