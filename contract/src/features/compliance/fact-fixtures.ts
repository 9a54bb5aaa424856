import type { Facts, FailedTestFact, LampFact, Moment, TestResultFact, UnitFact } from './facts.ts'
import { plantDay } from './plant-day.ts'

/** Facts for tests of the rules; the product does not use them. */
const zone = 'Europe/Rome'

/** Moment in the plant of the tests. */
export const moment = (at: string): Moment => ({ at: new Date(at).toISOString(), day: plantDay(new Date(at), zone) })

export const sampleResult = (at: string, overrides: Partial<TestResultFact> = {}): TestResultFact => ({
  at: moment(at),
  result: 'passed',
  reason: null,
  measuredS: null,
  ratedMin: null,
  ...overrides,
})

const failedTestsIn = ({ functional, autonomy }: Partial<LampFact>): FailedTestFact[] =>
  (
    [
      ['functional', functional],
      ['autonomy', autonomy],
    ] as const
  ).flatMap(([kind, found]) => (found?.result === 'failed' ? [{ ...found, kind, since: found.at }] : []))

/** Lamp on which each failed result is open, unless overridden. */
export const sampleLamp = (overrides: Partial<LampFact> = {}): LampFact => ({
  cu: 'logica_0A1B2C',
  addr: 1,
  name: '0425',
  place: 'Deposito',
  knownSince: moment('2024-01-01T12:00:00Z'),
  batterySince: moment('2024-01-01T12:00:00Z'),
  parity: 'even',
  ratedMin: 60,
  testsToRatedDuration: true,
  functionTestS: 30,
  faultySince: null,
  inhibitedSince: null,
  silentSince: null,
  now: 'ready',
  failedTests: failedTestsIn(overrides),
  functional: null,
  autonomy: null,
  later: [],
  ...overrides,
})

export const sampleUnit = (overrides: Partial<UnitFact> = {}): UnitFact => ({
  cu: 'logica_0A1B2C',
  name: '0A1B2C',
  lastSeen: null,
  online: true,
  driftS: 2,
  inZone: true,
  networkUnsettled: false,
  inhibitedBeyond: null,
  plans: { functional: { periodDays: 28 }, autonomy: { periodDays: 366 } },
  ...overrides,
})

export const sampleFacts = (at: string, overrides: Partial<Facts> = {}): Facts => ({
  at: moment(at),
  isPast: false,
  present: null,
  since: moment('2024-01-01T12:00:00Z'),
  alwaysOpen: false,
  lamps: [sampleLamp()],
  units: [],
  unitFaults: [],
  discharges: [],
  localTests: [],
  mainsFailures: [],
  oldestRecord: null,
  gaps: [],
  logbook: null,
  ...overrides,
})
