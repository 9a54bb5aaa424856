import { failureBit, type Gear, modeBit, statusBit } from '../line/gear.ts'

/** A test of one gear as part 202 of IEC 62386 means it: decisions alone. */

export type TestKind = 'functional' | 'autonomy'

/** Why there is no result of a gear. `none`: the bytes of the gear say the result. */
export type Cause =
  | 'none'
  | 'communication'
  | 'charging'
  | 'inhibited'
  | 'otherTest'
  | 'userStop'
  | 'mains'
  | 'delay'
  | 'unreachable'
  | 'noResult'

/**
 * `queued`: nothing was sent. `resetting`: the done flag may still belong to an earlier test. `clear`: the flag was
 * read as reset, and START may have been sent. `begun`: START was sent.
 */
export type Phase = 'queued' | 'resetting' | 'clear' | 'begun'

export type GearTest = {
  addr: number
  serial: string
  phase: Phase
  /** Start of the phase, by the clock of the unit. */
  since: number
  /** Consecutive looks at gear without a running, pending or done test. */
  idleLooks: number
  /** Last look at which the gear answered. */
  answeredAt: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Longest time for which a started test may wait in the gear. */
const maxPendingMs: Record<TestKind, number> = { functional: 24 * hourMs, autonomy: 72 * hourMs }
const maxSilentMs = 30 * minuteMs
const maxIdleLooks = 3

const bits = {
  functional: {
    running: modeBit.functionTest,
    done: statusBit.functionDone,
    pending: statusBit.functionPending,
    delayed: failureBit.functionDelayed,
  },
  autonomy: {
    running: modeBit.durationTest,
    done: statusBit.durationDone,
    pending: statusBit.durationPending,
    delayed: failureBit.durationDelayed,
  },
} as const satisfies Record<TestKind, object>

const anyPending = statusBit.functionPending | statusBit.durationPending
const anyRunning = modeBit.functionTest | modeBit.durationTest
const anyEmergency = modeBit.emergency | modeBit.extended | modeBit.rest
const hardwiredInhibit = 0x40

export const isDone = (kind: TestKind, { readings }: Gear): boolean =>
  (readings.emergencyStatus & bits[kind].done) !== 0
export const isPending = (kind: TestKind, { readings }: Gear): boolean =>
  (readings.emergencyStatus & bits[kind].pending) !== 0
export const isRunning = (kind: TestKind, { readings }: Gear): boolean => (readings.mode & bits[kind].running) !== 0
/** Kind of the gear's running test. */
export const runningKind = (gear: Gear): TestKind | null => {
  if (isRunning('functional', gear)) return 'functional'
  return isRunning('autonomy', gear) ? 'autonomy' : null
}

/** Why a test must not be started now; null if it may. */
export const refusalOf = (kind: TestKind, gear: Gear): Cause | null => {
  const { mode, emergencyStatus, ownTests } = gear.readings
  if (gear.presence !== 'answers') return 'unreachable'
  if ((mode & anyRunning) !== 0 || (emergencyStatus & anyPending) !== 0) return 'otherTest'
  if ((mode & anyEmergency) !== 0) return 'mains'
  if ((emergencyStatus & statusBit.inhibited) !== 0 || (mode & hardwiredInhibit) !== 0) return 'inhibited'
  const interval = kind === 'functional' ? ownTests?.functionalDays : ownTests?.autonomyWeeks
  // The gear tests itself: a second tester would empty its battery before the next loss of mains.
  if (interval) return 'otherTest'
  return kind === 'autonomy' && (emergencyStatus & statusBit.batteryFull) === 0 ? 'charging' : null
}

/** The outcome of a look at gear for its test: how it ends and whether to stop it first; null while it goes on. */
export const judgeLook = (
  kind: TestKind,
  test: GearTest,
  gear: Gear,
  now: number,
): { cause: Cause; stopsGear: boolean } | null => {
  if (gear.presence !== 'answers')
    return now - test.answeredAt > maxSilentMs ? { cause: 'unreachable', stopsGear: false } : null
  if (isRunning(kind, gear)) return null
  if (isPending(kind, gear)) return judgePending(kind, test, gear, now)
  if (isDone(kind, gear)) return { cause: 'none', stopsGear: false }
  if ((gear.readings.mode & anyEmergency) !== 0) return { cause: 'mains', stopsGear: false }
  if ((gear.readings.emergencyStatus & statusBit.inhibited) !== 0) return { cause: 'inhibited', stopsGear: false }
  return test.idleLooks + 1 >= maxIdleLooks ? { cause: 'noResult', stopsGear: false } : null
}

/** A pending test is neither failed nor done; it waits for a full battery, or for its delay. */
const judgePending = (kind: TestKind, test: GearTest, { readings }: Gear, now: number) => {
  const isDelayed = (readings.failure & bits[kind].delayed) !== 0
  if (!isDelayed && now - test.since <= maxPendingMs[kind]) return null
  const isFull = (readings.emergencyStatus & statusBit.batteryFull) !== 0
  return { cause: isDelayed || isFull ? 'delay' : 'charging', stopsGear: true } as const
}

/** The test after a look at which it goes on. */
export const afterLook = (kind: TestKind, test: GearTest, gear: Gear, now: number): GearTest => {
  if (gear.presence !== 'answers') return test
  const isIdle = !isRunning(kind, gear) && !isPending(kind, gear)
  return { ...test, idleLooks: isIdle ? test.idleLooks + 1 : 0, answeredAt: now }
}
