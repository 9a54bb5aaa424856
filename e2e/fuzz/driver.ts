import fc from 'fast-check'
import type { Tally } from './coverage.ts'
import { createFindings, type Finding } from './findings.ts'
import { type Lane, openLanes } from './lanes.ts'
import type { UnitCounts } from './unit-lane.ts'
import type { FuzzSetup } from './world.ts'

/**
 * Generates and sends inputs in a separate process: its CPU time delays no measured call. It receives an `Order`, and
 * sends its progress and finally its findings.
 */
export type Order = {
  scene: FuzzSetup
  seed: number
  seconds: number
  /** By default the capacity of the server. */
  perSecond?: number
  replay?: Replay
}
/** Repeats one input of a printed finding. */
export type Replay = { lane: string; seed: number; path: string }
export type Driven = {
  inputs: Record<string, number>
  findings: Finding[]
  tally: Tally
  unitCounts: UnitCounts
  /** The newest inputs, in case the server ends. */
  newestInputs: string[]
}
export type FromDriver = { kind: 'progress'; inputs: Record<string, number> } | ({ kind: 'done' } & Driven)
export type ToDriver = Order | { mayBeUnavailable: boolean }

const inputsPerRound = 200
const maxConcurrentInputs = 20
const maxNewest = 40
const progressMs = 5_000
const isGone = (error: unknown): boolean => (error as { code?: string }).code === 'ECONNREFUSED'

class Fault extends Error {}

const send = (message: FromDriver) => process.send?.(message)

const drive = async (
  { scene, seed, seconds, perSecond = Number.POSITIVE_INFINITY, replay }: Order,
  state: { mayBeUnavailable: boolean },
): Promise<Driven> => {
  const findings = createFindings()
  const driven: Driven = {
    inputs: {},
    findings: [],
    tally: {},
    newestInputs: [],
    unitCounts: { sent: 0, taken: 0, closed: 0, logins: 0, refusedLogins: 0 },
  }
  const startedAt = performance.now()
  const end = startedAt + seconds * 1000
  let isOver = false

  const total = () => Object.values(driven.inputs).reduce((total, n) => total + n, 0)
  const isDue = ({ name, maxShare = 1 }: Lane): boolean =>
    // A call takes longer than an acknowledgement: units wait, or they would take all the time.
    (driven.inputs[name] ?? 0) <= maxShare * total() + maxConcurrentInputs &&
    total() <= (perSecond * (performance.now() - startedAt)) / 1000

  const turnOf = async (lane: Lane): Promise<void> => {
    while (!isOver && performance.now() < end && !isDue(lane)) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  const propertyOf = (lane: Lane) => {
    let soughtFinding: string | null = null
    const send = async (input: unknown): Promise<void> => {
      await turnOf(lane)
      driven.newestInputs = [...driven.newestInputs, `${lane.name} ${JSON.stringify(input).slice(0, 500)}`].slice(
        -maxNewest,
      )
      driven.inputs[lane.name] = (driven.inputs[lane.name] ?? 0) + 1
      const fault = await lane.send(input).catch((error: unknown) => {
        isOver ||= isGone(error)
        return `${lane.name}: ${(error as Error).message}`
      })
      if (fault === null || (fault !== soughtFinding && (soughtFinding !== null || findings.isKnown(fault)))) return
      // From here on fast-check shrinks the input with the same fault.
      soughtFinding = fault
      throw new Fault(fault)
    }
    return fc.asyncProperty(lane.inputs, send)
  }

  const round = async (lane: Lane, roundSeed: number, path?: string): Promise<void> => {
    const outcome = await fc.check(propertyOf(lane), {
      seed: roundSeed,
      numRuns: inputsPerRound,
      ...(path !== undefined && { path, endOnFailure: true }),
      interruptAfterTimeLimit: Math.max(1, end - performance.now()),
      markInterruptAsFailure: false,
    })
    // Without an error the time ended before the first input.
    if (!outcome.failed || outcome.errorInstance === null) return
    if (!(outcome.errorInstance instanceof Fault)) throw outcome.errorInstance
    const { seed, counterexamplePath, counterexample, errorInstance } = outcome
    const input = JSON.stringify(counterexample?.[0])
    findings.add({ lane: lane.name, seed, path: counterexamplePath ?? '', description: errorInstance.message, input })
  }

  const progress = setInterval(() => send({ kind: 'progress', inputs: driven.inputs }), progressMs)
  const lanes = await openLanes({ ...driven, scene, mayBeUnavailable: () => state.mayBeUnavailable })
  if (replay) {
    const lane = lanes.find(({ name }) => name === replay.lane)
    if (lane) await round(lane, replay.seed, replay.path)
  } else
    await Promise.all(
      lanes.map(async (lane, n) => {
        for (let rounds = 0; performance.now() < end && !isOver; rounds++)
          await round(lane, (seed + n * 7_919 + rounds * 104_729) | 0)
      }),
    )
  clearInterval(progress)
  await Promise.all(lanes.map((lane) => lane.close()))
  return { ...driven, findings: findings.all() }
}

const state = { mayBeUnavailable: false }

process.on('message', (message: ToDriver) => {
  if ('mayBeUnavailable' in message) {
    state.mayBeUnavailable = message.mayBeUnavailable
    return
  }
  void drive(message, state).then((driven) => {
    send({ kind: 'done', ...driven })
  })
})
