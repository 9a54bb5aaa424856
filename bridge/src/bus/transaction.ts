import type { Answer, NotSent, Priority } from '../gateway/gateway.ts'
import { commandByte, levelByte, type Target } from './address.ts'
import { command, emergencyType, query, special } from './opcodes.ts'

export type Step = { data: readonly [number, number]; isTwice?: boolean; asks?: boolean }

/** Frames between which no other master may send. They are repeated as a whole if one does. */
export type Transaction = readonly Step[]

/** `disturbed`: other masters sent between the frames each time. */
export type Failure = NotSent | 'disturbed' | 'otherController'

export type Outcome = { isDone: true; answers: readonly Answer[] } | { isDone: false; why: Failure }

/** Byte answered by gear. Silence and garbled answers are no values, and a failure says nothing about the gear. */
export type Reading = number | 'silent' | 'garbled' | 'unknown'
/** Answer to a yes/no query: several answers at once are a yes. */
export type Truth = 'yes' | 'no' | 'unknown'

export type RunTransaction = (transaction: Transaction, priority: Priority) => Promise<Outcome>

const ask = (target: Target, code: number): Step => ({ data: [commandByte(target), code], asks: true })
const enable: Step = { data: [special.enableDeviceType, emergencyType] }
const dtr0 = (value: number): Step => ({ data: [special.dtr0, value] })
const dtr1 = (value: number): Step => ({ data: [special.dtr1, value] })

export const askFor = (target: Target, code: number): Transaction => [ask(target, code)]
export const askEmergency = (target: Target, code: number): Transaction => [enable, ask(target, code)]
export const askType = (target: Target, type: number, code: number): Transaction => [
  { data: [special.enableDeviceType, type] },
  ask(target, code),
]
export const askTestTiming = (short: number, selector: number, code: number): Transaction => [
  dtr0(selector),
  enable,
  ask({ short }, code),
]
/** Device types after the first, one query directly after the other. */
export const askTypes = (short: number, count: number): Transaction => [
  ask({ short }, query.deviceType),
  ...Array.from({ length: count }, () => ask({ short }, query.nextDeviceType)),
]
/** Reads count DTR0 up. */
export const askMemory = (short: number, bank: number, from: number, count: number): Transaction => [
  dtr1(bank),
  dtr0(from),
  ...Array.from({ length: count }, () => ask({ short }, query.readMemory)),
]
/** Writes one byte, to which the gear gives no answer. */
export const writeMemory = (short: number, bank: number, at: number, value: number): Transaction => [
  { data: [commandByte({ short }), command.enableWriteMemory], isTwice: true },
  dtr1(bank),
  dtr0(at),
  { data: [special.writeMemory, value] },
]
export const setLevel = (target: Target, level: number): Transaction => [{ data: [levelByte(target), level] }]
export const configure = (target: Target, code: number): Transaction => [
  { data: [commandByte(target), code], isTwice: true },
]
export const configureWith = (target: Target, code: number, value: number): Transaction => [
  dtr0(value),
  { data: [commandByte(target), code], isTwice: true },
]
export const orderEmergency = (target: Target, code: number): Transaction => [
  enable,
  { data: [commandByte(target), code], isTwice: true },
]
export const configureEmergency = (target: Target, code: number, value: number): Transaction => [
  dtr0(value),
  enable,
  { data: [commandByte(target), code], isTwice: true },
]
export const say = (first: number, second: number): Transaction => [{ data: [first, second] }]
export const sayTwice = (first: number, second: number): Transaction => [{ data: [first, second], isTwice: true }]
export const searchAddress = (address: number): Transaction => [
  { data: [special.searchHigh, (address >> 16) & 0xff] },
  { data: [special.searchMiddle, (address >> 8) & 0xff] },
  { data: [special.searchLow, address & 0xff] },
]
export const compareAt = (address: number): Transaction => [
  ...searchAddress(address),
  { data: [special.compare, 0], asks: true },
]

const readingOf = (answer: Answer | undefined): Reading => {
  if (!answer || answer.kind === 'none') return 'silent'
  return answer.kind === 'byte' ? answer.value : 'garbled'
}

/** Readings of all queries of a transaction. */
export const readingsOf = (outcome: Outcome): Reading[] =>
  outcome.isDone ? outcome.answers.map((answer) => readingOf(answer)) : []

export const read = async (run: RunTransaction, transaction: Transaction, priority: Priority): Promise<Reading> => {
  const outcome = await run(transaction, priority)
  return outcome.isDone ? readingOf(outcome.answers.at(-1)) : 'unknown'
}

export const askWhether = async (run: RunTransaction, transaction: Transaction, priority: Priority): Promise<Truth> => {
  const reading = await read(run, transaction, priority)
  if (reading === 'unknown') return 'unknown'
  return reading === 'silent' ? 'no' : 'yes'
}
