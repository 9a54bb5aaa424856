import { command, encodedShort, noShort, special } from '../bus/opcodes.ts'
import {
  askWhether,
  compareAt,
  configureWith,
  type RunTransaction,
  say,
  sayTwice,
  searchAddress,
  type Transaction,
  type Truth,
} from '../bus/transaction.ts'
import { type Clock, pause } from '../clock.ts'
import { findAt, isPresent } from './scan.ts'

const priority = 3
const highest = 0xff_ff_ff
const randomiseMs = 100
/** Slow flash stores an address in this time. */
const programMs = 300
const verifications = 3
/** Rounds before gears with a shared random address are given up. */
const maxRounds = 4
/** A missed answer would look like no gear at all. */
const comparisons = 2

export type CommissioningEnd =
  | { kind: 'ended'; unaddressed: number }
  | { kind: 'failed'; why: 'lineFull' | 'notDistinguished' | 'lost'; unaddressed: number | null }

export type CommissioningOptions = {
  run: RunTransaction
  clock: Clock
  /** Free addresses, in the order of their use. */
  free: readonly number[]
  /** Addresses shared by several gears: all of these lose them first. */
  duplicates?: readonly number[]
  onAssigned?(short: number): void
}

class BusLost extends Error {}

/** Gives short addresses to gears without one. Ends the initialisation of all gear in any case. */
export const commission = async (options: CommissioningOptions): Promise<CommissioningEnd> => {
  const { run, duplicates = [] } = options
  const free = [...new Set([...options.free, ...duplicates])]
  try {
    for (const short of duplicates) await mustRun(run, configureWith({ short }, command.setShortAddress, noShort))
    for (let round = 1; ; round++) {
      const { isFull, left } = await assignRound(options, free)
      if (isFull) return { kind: 'failed', why: 'lineFull', unaddressed: left }
      // Gears with one random address lost their short address again; the next round gives them other random ones.
      if (left === 0) return { kind: 'ended', unaddressed: 0 }
      if (round === maxRounds) return { kind: 'failed', why: 'notDistinguished', unaddressed: left }
    }
  } catch (error) {
    if (!(error instanceof BusLost)) throw error
    return { kind: 'failed', why: 'lost', unaddressed: null }
  } finally {
    await terminate(run)
  }
}

/** Counts gear without a short address, and gives out none. */
export const countUnaddressed = async (run: RunTransaction, clock: Clock): Promise<number | null> => {
  try {
    await begin(run, clock)
    return await withdrawAll(run)
  } catch (error) {
    if (!(error instanceof BusLost)) throw error
    return null
  } finally {
    await terminate(run)
  }
}

/** TERMINATE, also after a failure: gear would stay in initialisation for 15 minutes. */
const terminate = (run: RunTransaction) => run(say(special.terminate, 0), priority)

const begin = async (run: RunTransaction, clock: Clock): Promise<void> => {
  await mustRun(run, sayTwice(special.initialise, noShort))
  await mustRun(run, sayTwice(special.randomise, 0))
  await pause(clock, randomiseMs)
}

const assignRound = async (
  options: CommissioningOptions,
  free: number[],
): Promise<{ isFull: boolean; left: number }> => {
  const { run, clock, onAssigned } = options
  await begin(run, clock)
  let left = 0
  for (let address = await findLowest(run); address !== null; address = await findLowest(run)) {
    const [short] = free
    if (short === undefined) return { isFull: true, left: await withdrawAll(run) }
    const isKept = await assign(options, address, short)
    if (isKept) {
      free.shift()
      onAssigned?.(short)
    } else left++
    await mustRun(run, [...searchAddress(address), { data: [special.withdraw, 0] }])
  }
  return { isFull: false, left }
}

/** Programs and verifies an address. Gears sharing it lose it again. */
const assign = async ({ run, clock }: CommissioningOptions, address: number, short: number): Promise<boolean> => {
  await mustRun(run, [...searchAddress(address), { data: [special.programShortAddress, encodedShort(short)] }])
  if (!(await isVerified(run, clock, short))) return false
  const found = await findAt(run, short)
  if (found.kind === 'gear') return true
  if (found.kind === 'several') await mustRun(run, configureWith({ short }, command.setShortAddress, noShort))
  return false
}

/** Some gear never answers VERIFY: then an answer at the address counts. */
const isVerified = async (run: RunTransaction, clock: Clock, short: number): Promise<boolean> => {
  const verify: Transaction = [{ data: [special.verifyShortAddress, encodedShort(short)], asks: true }]
  for (let n = 0; n < verifications; n++) {
    await pause(clock, programMs)
    if ((await askWhether(run, verify, priority)) === 'yes') return true
  }
  return (await isPresent(run, short)) === 'yes'
}

const withdrawAll = async (run: RunTransaction): Promise<number> => {
  let count = 0
  for (let address = await findLowest(run); address !== null; address = await findLowest(run)) {
    count++
    await mustRun(run, [...searchAddress(address), { data: [special.withdraw, 0] }])
    if (count >= 128) break
  }
  return count
}

/** Lowest random address of gear not yet withdrawn. */
const findLowest = async (run: RunTransaction): Promise<number | null> => {
  if ((await compare(run, highest)) === 'no') return null
  let [low, high] = [0, highest]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((await compare(run, middle)) === 'yes') high = middle
    else low = middle + 1
  }
  // A phantom, made by one missed answer, does not answer here.
  return (await compare(run, high)) === 'yes' ? high : findLowest(run)
}

/** Garbled answers are several gears: a yes. */
const compare = async (run: RunTransaction, address: number): Promise<Exclude<Truth, 'unknown'>> => {
  for (let n = 0; n < comparisons; n++) {
    const truth = await askWhether(run, compareAt(address), priority)
    if (truth === 'unknown') throw new BusLost()
    if (truth === 'yes') return 'yes'
  }
  return 'no'
}

const mustRun = async (run: RunTransaction, transaction: Transaction): Promise<void> => {
  const { isDone } = await run(transaction, priority)
  if (!isDone) throw new BusLost()
}
