import { availableParallelism } from 'node:os'
import vitestConfig from '../vitest.config.ts'

/** `test` must pass on each push; `all` runs at night and before a release. */
export type Tier = 'test' | 'all'

export type Step = {
  name: string
  tier: Tier
  /** Budget in seconds on two cores next to another lane; a slower step is named at the end. */
  budgetS: number
  /** An npm script, the build of the web client, or projects of vitest. */
  does: { script: string } | { buildWeb: true } | { projects: readonly string[]; workers: number }
}

const cores = Math.min(availableParallelism(), 8)

const script = (name: string, budgetS: number, tier: Tier = 'test'): Step => ({
  name,
  tier,
  budgetS,
  does: { script: name },
})

const suite = (
  name: string,
  tier: Tier,
  budgetS: number,
  { projects = [name], workers = cores }: { projects?: readonly string[]; workers?: number } = {},
): Step => ({ name, tier, budgetS, does: { projects, workers } })

/** Sequential steps. */
type Lane = Step | readonly Step[]

export const stepsOf = (lane: Lane): readonly Step[] => ('name' in lane ? [lane] : lane)

/**
 * Stages run in sequence, the lanes of a stage in parallel: suites waiting for real time, brokers and browsers next to
 * CPU-heavy ones. A third lane must need little of the processor. Load is measured alone.
 */
export const stages: readonly (readonly Lane[])[] = [
  [
    [script('types', 45), suite('unit', 'test', 190), script('dead-code', 8), script('lint', 15)],
    [
      { name: 'web-build', tier: 'test', budgetS: 22, does: { buildWeb: true } },
      suite('system', 'test', 80, { workers: cores + 1 }),
      suite('journeys', 'test', 140, { workers: cores + 1 }),
      suite('pdf', 'test', 85, { workers: 1 }),
    ],
    // Waits for brokers, and needs the processor for 12 s.
    suite('broker-aedes', 'test', 70, { workers: 1 }),
  ],
  // The database of the one needs the second processor for half of the time.
  [suite('server-postgresql', 'test', 220), suite('web', 'test', 180, { workers: 1 })],
  [
    suite('broker-mosquitto', 'all', 40, { workers: cores + 1 }),
    suite('server-postgresql-15', 'all', 220, { workers: cores + 1 }),
    [suite('monitoring', 'all', 60, { workers: 1 }), suite('building-systems', 'all', 60, { workers: 1 })],
  ],
  [
    suite('system-embedded', 'all', 340, { workers: cores + 1 }),
    suite('system-postgresql-15-mosquitto', 'all', 340, { workers: cores + 1 }),
  ],
  [suite('nodes-postgresql-mosquitto', 'all', 130, { workers: cores + 1 }), script('bench-smoke', 120, 'all')],
  [suite('load-embedded', 'all', 75, { workers: 1 })],
  [suite('journeys-rest', 'all', 335, { workers: cores + 1 })],
  [suite('journeys-postgresql-mosquitto', 'all', 40)],
]

const projectNames = (vitestConfig.test?.projects ?? []).map(
  (project) => (project as { test: { name: string } }).test.name,
)
const assignedProjects = stages
  .flat()
  .flatMap(stepsOf)
  .flatMap(({ does }) => ('projects' in does ? does.projects : []))
const unassignedProjects = projectNames.filter((name) => !assignedProjects.includes(name))
if (unassignedProjects.length > 0)
  throw new Error(`No step runs the projects ${unassignedProjects.join(', ')} of vitest.config.ts`)
