import type { OutletTarget } from '../outlet.ts'
import type { WriteOutcome } from '../plant-commands.ts'
import type { PlantState } from '../plant-state.ts'
import type { CovSubscriptions } from './cov.ts'
import { context, encode, type ObjectId, TagReader } from './encoding.ts'
import {
  anyInstance,
  BacnetError,
  BacnetReject,
  confirmed,
  errorClasses,
  errorCodes,
  objectTypes,
  properties,
  rejectReasons,
} from './numbers.ts'
import { findObject, findObjectByName, listObjects } from './objects.ts'
import type { Peer } from './packet.ts'
import { expandProperty, propertiesOfDevice, propertiesOfPoint, readProperty } from './properties.ts'

export type ServiceContext = OutletTarget & {
  deviceInstance: number
  plantId: string
  cov: CovSubscriptions
  databaseRevision(): number
}

type Table = ReturnType<typeof propertiesOfPoint>

const unknownObject = () => new BacnetError(errorClasses.object, errorCodes.unknownObject)

const requirePlant = ({ state }: ServiceContext): PlantState => {
  const plant = state()
  if (!plant) throw unknownObject()
  return plant
}

const isOwnDevice = ({ type, instance }: ObjectId, { deviceInstance }: ServiceContext): boolean =>
  type === objectTypes.device && (instance === deviceInstance || instance === anyInstance)

const objectLists = new WeakMap<PlantState, readonly Buffer[]>()

/** Object_List, which clients read element by element. */
const encodedObjects = (plant: PlantState, instance: number): readonly Buffer[] => {
  const list =
    objectLists.get(plant) ?? [{ type: objectTypes.device, instance }, ...listObjects(plant)].map(encode.objectId)
  objectLists.set(plant, list)
  return list
}

const tableOf = (id: ObjectId, service: ServiceContext): Table => {
  const plant = requirePlant(service)
  if (isOwnDevice(id, service))
    return propertiesOfDevice({
      instance: service.deviceInstance,
      plantId: service.plantId,
      plantName: plant.name,
      databaseRevision: service.databaseRevision(),
      objects: () => encodedObjects(plant, service.deviceInstance),
      subscriptions: () => service.cov.list(),
    })
  const object = findObject(plant, id)
  if (!object) throw unknownObject()
  return propertiesOfPoint(object, service.now())
}

/** The id in an answer, for a request to the device with any instance. */
const answeredId = (id: ObjectId, service: ServiceContext): ObjectId =>
  isOwnDevice(id, service) ? { ...id, instance: service.deviceInstance } : id

const readOne = (data: Buffer, service: ServiceContext): Buffer => {
  const request = new TagReader(data)
  const id = request.objectId(0)
  const property = request.unsigned(1)
  const index = request.optionalUnsigned(2)
  const value = readProperty(tableOf(id, service), property, index)
  return Buffer.concat([
    context.objectId(0, answeredId(id, service)),
    context.unsigned(1, property),
    ...(index === undefined ? [] : [context.unsigned(2, index)]),
    context.group(3, value),
  ])
}

/** Class and code of a refusal. */
export const errorData = (error: BacnetError): Buffer =>
  Buffer.concat([encode.enumerated(error.errorClass), encode.enumerated(error.code)])

/** The values of one property in an answer with several, or why it cannot be read. */
const readResult = (table: () => Table, property: number, index: number | undefined): Buffer => {
  const head = [context.unsigned(2, property), ...(index === undefined ? [] : [context.unsigned(3, index)])]
  try {
    return Buffer.concat([...head, context.group(4, readProperty(table(), property, index))])
  } catch (error) {
    if (!(error instanceof BacnetError)) throw error
    return Buffer.concat([...head, context.group(5, errorData(error))])
  }
}

const expand = (table: () => Table, property: number): readonly number[] => {
  try {
    return expandProperty(table(), property)
  } catch (error) {
    if (!(error instanceof BacnetError)) throw error
    return [property]
  }
}

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Parts of an answer, of which no more is made once they do not fit. */
class AnswerParts {
  readonly #parts: Buffer[] = []
  readonly #maxLength: number
  #length = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  get isTooLong(): boolean {
    return this.#length > this.#maxLength
  }

  add(part: Buffer): void {
    this.#parts.push(part)
    this.#length += part.length
  }

  join(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** Adds the requested properties of one object. Stops once the answer is too long: a short request can ask for many. */
const readObject = (request: TagReader, service: ServiceContext, answer: AnswerParts): void => {
  const id = request.objectId(0)
  const table = once(() => tableOf(id, service))
  answer.add(context.objectId(0, answeredId(id, service)))
  answer.add(context.open(1))
  request.open(1)
  while (!request.hasClosing(1)) {
    const property = request.unsigned(0)
    const index = request.optionalUnsigned(1)
    for (const expanded of expand(table, property)) {
      if (answer.isTooLong) return
      answer.add(readResult(table, expanded, index))
    }
  }
  request.close(1)
  answer.add(context.close(1))
}

const readSeveral = (data: Buffer, service: ServiceContext, maxLength: number): Buffer => {
  const request = new TagReader(data)
  const answer = new AnswerParts(maxLength)
  while (!request.isAtEnd && !answer.isTooLong) readObject(request, service, answer)
  return answer.join()
}

const errorOf: Record<Exclude<WriteOutcome, 'done'>, [errorClass: number, code: number]> = {
  notAllowed: [errorClasses.property, errorCodes.writeAccessDenied],
  invalidValue: [errorClasses.property, errorCodes.valueOutOfRange],
  refused: [errorClasses.device, errorCodes.operationalProblem],
  noAnswer: [errorClasses.communication, errorCodes.timeout],
}

const writeOne = async (data: Buffer, service: ServiceContext): Promise<void> => {
  const request = new TagReader(data)
  const id = request.objectId(0)
  const property = request.unsigned(1)
  const index = request.optionalUnsigned(2)
  readProperty(tableOf(id, service), property, index)
  const object = findObject(requirePlant(service), id)
  if (!object?.testOf || property !== properties.presentValue || object.point.kind !== 'state')
    throw new BacnetError(errorClasses.property, errorCodes.writeAccessDenied)
  request.open(3)
  const written = request.applicationNumber()
  request.close(3)
  if (written.tag !== 'unsigned') throw new BacnetError(errorClasses.property, errorCodes.invalidDataType)
  const outcome = await service.commands.setTest(object.testOf, object.point.states[written.value - 1] ?? '')
  if (outcome !== 'done') throw new BacnetError(...errorOf[outcome])
}

const subscribe = (data: Buffer, service: ServiceContext, peer: Peer): void => {
  const request = new TagReader(data)
  const processId = request.unsigned(0)
  const object = request.objectId(1)
  const isConfirmed = request.optionalBoolean(2)
  const lifetimeS = request.optionalUnsigned(3)
  if (isOwnDevice(object, service)) throw new BacnetError(errorClasses.services, errorCodes.covSubscriptionFailed)
  if (!findObject(requirePlant(service), object)) throw unknownObject()
  service.cov.subscribe(peer, { processId, object, isConfirmed, lifetimeS })
}

/** The data of the answer; null for an acknowledgement without data. */
export const serveConfirmed = async (
  { service: number, data, maxAnswer }: { service: number; data: Buffer; maxAnswer: number },
  service: ServiceContext,
  peer: Peer,
): Promise<Buffer | null> => {
  if (number === confirmed.readProperty) return readOne(data, service)
  if (number === confirmed.readPropertyMultiple) return readSeveral(data, service, maxAnswer)
  if (number === confirmed.writeProperty) await writeOne(data, service)
  else if (number === confirmed.subscribeCov) subscribe(data, service, peer)
  else throw new BacnetReject(rejectReasons.unrecognizedService)
  return null
}

/** Whether this device is asked for. Without limits every device is. */
export const isAskedFor = (data: Buffer, deviceInstance: number): boolean => {
  if (data.length === 0) return true
  const request = new TagReader(data)
  const [low, high] = [request.unsigned(0), request.unsigned(1)]
  return deviceInstance >= low && deviceInstance <= high
}

/** Data of I-Have for the object named in Who-Has; null if this device has none. */
export const iHaveData = (data: Buffer, service: ServiceContext): Buffer | null => {
  const request = new TagReader(data)
  if (request.hasContext(0)) {
    const [low, high] = [request.unsigned(0), request.unsigned(1)]
    if (service.deviceInstance < low || service.deviceInstance > high) return null
  }
  const plant = requirePlant(service)
  const name = request.hasContext(3) ? request.text(3) : undefined
  const found = request.hasContext(2)
    ? findObject(plant, request.objectId(2))
    : name === undefined
      ? undefined
      : findObjectByName(plant, name)
  if (!found) return null
  const device = encode.objectId({ type: objectTypes.device, instance: service.deviceInstance })
  return Buffer.concat([device, encode.objectId(found.id), encode.text(found.name)])
}
