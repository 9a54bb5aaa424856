import type { PlanFacts, PlannedLamp, PlanUnit } from './plan-facts.ts'

/** Facts for tests of the rules. */
export const planUnit = (id: string, overrides: Partial<PlanUnit> = {}): PlanUnit => ({
  id,
  unit: `imagined_${id}`,
  cuType: 'imagined',
  enrolled: true,
  enabled: true,
  online: true,
  reported: { functional: null, autonomy: null },
  ...overrides,
})

export const planLamp = (unitId: string, addr: number, overrides: Partial<PlannedLamp> = {}): PlannedLamp => ({
  unitId,
  addr,
  parity: addr % 2 ? 'odd' : 'even',
  room: null,
  spot: null,
  ratedMin: 60,
  lastAutonomy: null,
  ...overrides,
})

export const planFacts = (overrides: Partial<PlanFacts> = {}): PlanFacts => ({
  zone: 'Europe/Rome',
  alwaysOpen: false,
  chargeHours: 24,
  durationDays: 366,
  functionDays: 31,
  firstTestDays: 400,
  ratedMinutes: 60,
  units: [planUnit('a')],
  lamps: [],
  ...overrides,
})
