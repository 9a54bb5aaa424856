import { availableParallelism } from 'node:os'
import vitestConfig from '../vitest.config.ts'

/** `test` is what each push has to pass; `all` runs at night and before a release. */
export type Tier = 'test' | 'all'

export type Step = {
  name: string
  tier: Tier
  /** Seconds on two idle cores; a step that takes longer is named at the end. */
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

/**
 * Steps run in stages, one stage after the other. In a stage, steps that compute stand beside steps that wait for real
 * time, brokers and units, so that both cores stay busy. Times are judged alone: the load has a stage of its own.
 */
export const stages: readonly (readonly Step[])[] = [
  [
    script('lint', 30),
    script('types', 80),
    script('dead-code', 20),
    { name: 'web-build', tier: 'test', budgetS: 60, does: { buildWeb: true } },
    suite('system', 'test', 120, { workers: cores + 1 }),
  ],
  [suite('unit', 'test', 120, { projects: ['unit', 'web'] })],
  [suite('server-postgresql', 'test', 150, { workers: cores + 1 })],
  [suite('pdf', 'test', 60), suite('broker-aedes', 'test', 30)],
  [suite('journeys', 'test', 150)],
  [
    suite('broker-mosquitto', 'all', 60, { workers: cores + 1 }),
    suite('server-postgresql-15', 'all', 400, { workers: cores + 1 }),
  ],
  [suite('system-embedded', 'all', 400), suite('system-postgresql-15-mosquitto', 'all', 400)],
  [suite('nodes-postgresql-mosquitto', 'all', 300, { workers: cores + 1 })],
  [suite('load-embedded', 'all', 120, { workers: 1 })],
  [script('bench-smoke', 60, 'all')],
  [suite('journeys-rest', 'all', 600)],
  [suite('journeys-postgresql-mosquitto', 'all', 120)],
]

const projectNames = (vitestConfig.test?.projects ?? []).map(
  (project) => (project as { test: { name: string } }).test.name,
)
const run = stages.flat().flatMap(({ does }) => ('projects' in does ? does.projects : []))
const left = projectNames.filter((name) => !run.includes(name))
if (left.length > 0) throw new Error(`No step runs the projects ${left.join(', ')} of vitest.config.ts`)
