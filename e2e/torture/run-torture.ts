import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { InspectionQuery } from '../../server/src/testing/inspect-database.ts'
import { randomOf } from '../../simulator/src/core/random.ts'
import { describeFault, type Fault, injectFaults, planFaults } from './faults.ts'
import { applyNewEntries, countUnacknowledged, type UnitsLedger } from './ledger.ts'
import { type People, type RequestLog, startPeople } from './people.ts'
import { listInProgress, type PlatformState, readPlatformState, readStates } from './platform-state.ts'
import { openStack, type Stack, type StackName } from './stack.ts'
import { type Finding, findingsOf, stateFindings } from './verdict.ts'

export type Round = {
  stack: StackName
  round: number
  faults: Fault[]
  faultTexts: string[]
  findings: Finding[]
  seconds: number
}

/** Counts at both ends, over all rounds of a stack. */
export type Totals = {
  sent: number
  acked: number
  stored: number
  requested: number
  answered: number
  commands: number
  executed: number
  tests: number
}

export type TortureReport = { stack: StackName; rounds: Round[]; totals: Totals; seconds: number }

export type TortureOptions = {
  stack: StackName
  seed: number
  /** Round numbers, which are the seeds of their faults. */
  rounds: readonly number[]
  /** Time within which faults begin. */
  faultsWithinMs?: number
  print?(line: string): void
  isStopped?(): boolean
  /** Called after each round with its stack and requests: a test checks whether a planted error is found. */
  afterwards?(stack: Stack, judge: () => Promise<Finding[]>, requests: readonly RequestLog[]): Promise<void>
}

const defaultFaultsMs = 7_000
/** People and units work for a moment before the first fault and after the last. */
const idleMs = 800
/** How long a busy machine may take until all work has ended; the most patient kind of command takes 20 s. */
const quiesceTimeoutMs = 120_000
const pollIntervalMs = 200
const maxReadings = 100

const totalsOf = (ledger: UnitsLedger, { requests }: People, state: PlatformState): Totals => {
  const units = [...ledger.values()]
  const records = units.flatMap((unit) => [...unit.records.values()])
  return {
    sent: records.length,
    acked: records.filter(({ isAcked }) => isAcked).length,
    stored: state.records.length,
    requested: requests.length,
    answered: requests.filter(({ outcome }) => outcome === 'answered').length,
    commands: state.commands.length,
    executed: state.commands.filter(({ id, unit }) => ledger.get(unit)?.executions.has(id)).length,
    tests: state.tests.length,
  }
}

/** Waits until no work is in progress; returns the rest after the timeout. */
const waitUntilQuiet = async (stack: Stack, ledger: UnitsLedger, isTimeUp: () => boolean): Promise<string[]> => {
  for (;;) {
    // A built-in database may notice a full disk only after there is room again, and end.
    const unhealed = await stack.heal(isTimeUp)
    const readState = async (database: InspectionQuery) => ({
      left: await listInProgress(database),
      states: await readStates(database),
    })
    const state = await stack.inDatabase(readState).catch((error: Error) => error)
    applyNewEntries(ledger, stack.drainUpdates())
    const unacknowledged = countUnacknowledged(ledger)
    const staleCount = state instanceof Error ? 0 : stateFindings(ledger, state.states).length
    const all = [
      ...unhealed,
      ...(state instanceof Error ? [`no look into the database: ${state.message}`] : state.left),
      ...(unacknowledged > 0 ? [`${unacknowledged} records without acknowledgement`] : []),
      ...(staleCount > 0 ? [`${staleCount} lamps in another state than their units tell`] : []),
    ]
    if (all.length === 0 || isTimeUp()) return all
    await delay(pollIntervalMs)
  }
}

/** Reads again while a unit writes to its journal, because the platform may set clocks at any time. */
const readConsistentState = async (stack: Stack, ledger: UnitsLedger): Promise<PlatformState> => {
  const hasUpdates = (): boolean => {
    const updates = stack.drainUpdates()
    applyNewEntries(ledger, updates)
    return updates.some(({ entries }) => entries.length > 0)
  }
  hasUpdates()
  for (let attempt = 1; ; attempt++) {
    const state = await stack.inDatabase(readPlatformState)
    const isChanging = hasUpdates() || state.commands.some(({ isPending }) => isPending)
    if (!isChanging || attempt === maxReadings) return state
    await delay(pollIntervalMs)
  }
}

const emptyTotals: Totals = {
  sent: 0,
  acked: 0,
  stored: 0,
  requested: 0,
  answered: 0,
  commands: 0,
  executed: 0,
  tests: 0,
}

/** Preserves the servers' output beyond the end of the stack, for an analysis of findings. */
const saveOutput = ({ name, output }: Stack): string => {
  const savedLog = join(mkdtempSync(join(tmpdir(), 'vigilux-torture-log-')), `${name}.log`)
  copyFileSync(output, savedLog)
  return savedLog
}

/** Runs rounds on one stack, each on the state of the last one, and compares ledgers with stored data. */
export const runTorture = async (options: TortureOptions): Promise<TortureReport> => {
  const {
    stack: name,
    seed,
    faultsWithinMs = defaultFaultsMs,
    print = () => undefined,
    isStopped = () => false,
  } = options
  const startedAt = performance.now()
  const stack = await openStack(name)
  const ledger: UnitsLedger = new Map()
  const rounds: Round[] = []
  let totals = emptyTotals
  try {
    const people = await startPeople(stack, seed)
    const knownFindings = new Set<string>()
    const judge = async (): Promise<Finding[]> => {
      const state = await readConsistentState(stack, ledger)
      totals = totalsOf(ledger, people, state)
      return findingsOf(ledger, people.requests, state)
    }

    /** Null after an abort: Ctrl-C also ends the processes, without a finding. */
    const playRound = async (round: number): Promise<Round | null> => {
      const start = performance.now()
      const faults = planFaults(stack, randomOf(seed + round * 7_919), faultsWithinMs)
      const faultTexts = faults.map((fault) => describeFault(stack, fault))
      let isOver = false
      stack.setTalking(true)
      const pendingRequests = people.askUntil(() => isOver)
      await delay(idleMs)
      await injectFaults(stack, faults)
      const end = performance.now() + quiesceTimeoutMs
      const isTimeUp = () => performance.now() > end
      if (!isStopped()) await stack.heal(isTimeUp)
      await delay(idleMs)
      isOver = true
      stack.setTalking(false)
      await pendingRequests
      if (isStopped()) return null
      const notQuiet = await waitUntilQuiet(stack, ledger, isTimeUp)
      const ended = stack.drainUnexpectedEnds()
      const isDiskExpected = faults.some(({ kind }) => kind === 'full disk') && stack.database === null
      const findings = [
        // The built-in database ends with a full disk, and the server with it: the operator restarts it.
        ...(isDiskExpected ? [] : ended).map(
          (problem): Finding => ({ kind: 'wrong', description: `nobody killed it: ${problem}` }),
        ),
        ...notQuiet
          .map((problem) => `never quiet: ${problem}`)
          .map((problem): Finding => ({ kind: 'wrong', description: problem })),
        ...(await judge().catch((error: Error): Finding[] => [
          { kind: 'wrong', description: `not judged: ${error.message}` },
        ])),
      ].filter(({ description }) => !knownFindings.has(description))
      for (const { description } of findings) knownFindings.add(description)
      return { stack: name, round, faults, faultTexts, findings, seconds: (performance.now() - start) / 1000 }
    }

    for (const round of options.rounds) {
      if (isStopped()) break
      const playedRound = await playRound(round)
      if (!playedRound) break
      rounds.push(playedRound)
      print(`${name} round ${round}, ${playedRound.seconds.toFixed(1)} s: ${playedRound.faultTexts.join('; ')}`)
      for (const { kind, description } of playedRound.findings) print(`  ${kind.toUpperCase()}: ${description}`)
    }
    await options.afterwards?.(stack, judge, people.requests)
    if (rounds.some(({ findings }) => findings.length > 0)) print(`what the servers said: ${saveOutput(stack)}`)
  } finally {
    await stack.close()
  }
  return { stack: name, rounds, totals, seconds: (performance.now() - startedAt) / 1000 }
}
