import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { words } from './web/words-plugin.ts'

/**
 * A test's name says where it runs: `*.db.test.ts` needs a database and runs on both, `*.pglite.test.ts` is about the
 * built-in one, `*.broker.test.ts` needs an MQTT broker and runs on both, `*.pdf.test.ts` needs qpdf and poppler to
 * look into a PDF; anything else needs none.
 */
const onPglite = ['server/src/**/*.pglite.test.ts']
const onAnyDatabase = ['{server/src,checks}/**/*.db.test.ts']
const onAnyBroker = ['server/src/**/*.broker.test.ts']
const onPdfTools = ['server/src/**/*.pdf.test.ts']

/** Files of these share the modules that they load, which is half of their time; none may leave anything behind in them. */
const isolate = false

/** What waits for brokers, browsers and units on a busy machine may try once more; `npm test` names what had to. */
const retry = 1

/** How long tests wait for a state. */
const setupFiles = ['checks/patience.ts']
/** The same for `expect.poll`, which by itself gives up after a second, also in the middle of a look. */
const patient = { poll: { timeout: 20_000 } }

/** Named first, so that it judges last: what it throws leaves no database behind. */
const outcomesExercised = 'checks/outcomes-exercised.ts'

const brokerProject = (broker: 'aedes' | 'mosquitto') => ({
  test: {
    name: `broker-${broker}`,
    include: onAnyBroker,
    env: { TEST_BROKER: broker },
    isolate,
    setupFiles,
    expect: patient,
    retry,
    testTimeout: 60_000,
  },
})

/**
 * Files about what is the same on both stacks, or is there on one alone: the demo, a killed server's files and the move away are of
 * the built-in database; that an upload holds no connection shows where there are several. What people do with units that behave is
 * done on the built-in database and broker by the journeys, and each database and each broker has its own tests besides.
 */
const onOneStack = {
  pglite: ['demo', 'demo-controls', 'durability', 'files', 'move'],
  postgresql: [
    ...['accounts', 'bad-input', 'bluetooth', 'catalogue', 'commands', 'every-command', 'faults', 'life-of-a-unit'],
    ...['operations', 'uploads'],
  ],
} as const

/** The whole product with its simulated units, without a browser. */
const systemProject = (database: 'pglite' | 'postgresql', broker: 'aedes' | 'mosquitto') => ({
  test: {
    name: `system-${database}-${broker}`,
    include: ['e2e/system/**/*.system.test.ts'],
    exclude: onOneStack[database === 'pglite' ? 'postgresql' : 'pglite'].map(
      (file) => `e2e/system/${file}.system.test.ts`,
    ),
    env: { TEST_DATABASE: database, TEST_BROKER: broker },
    isolate,
    globalSetup: 'e2e/support/product-database.ts',
    expect: patient,
    retry,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

/** What others notice of a flood: measured with nothing else beside it. */
const loadProject = (database: 'pglite' | 'postgresql', broker: 'aedes' | 'mosquitto') => ({
  test: {
    name: `load-${database}-${broker}`,
    include: ['e2e/load/**/*.load.test.ts'],
    env: { TEST_DATABASE: database, TEST_BROKER: broker },
    retry,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 1,
  },
})

const walkTheLine = 'e2e/journeys/{walk-the-line,second-browser,silent-unit}.journey.test.ts'

/** People in a real browser, on the whole product. On the built-in database, and on two nodes, they walk the line only. */
const journeysProject = (database: 'pglite' | 'postgresql', broker: 'aedes' | 'mosquitto', include: string[]) => ({
  test: {
    name: `journeys-${database}-${broker}`,
    include,
    env: { TEST_DATABASE: database, TEST_BROKER: broker },
    globalSetup: ['e2e/support/web-client.ts', 'e2e/support/product-database.ts'],
    isolate,
    retry,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A state is waited for as long as it takes; a second is none on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // A browser, a server and its units are busy enough for two cores.
    maxWorkers: 2,
  },
})

/** Files that take a minute or so, much of it waiting: one of them begun last would keep a whole run waiting. */
const long =
  /(every-route|backup|killed-while-telling|unruly-units|uploads|upgrade|move|durability|every-command|commands|faults|notices\.journey|silent-unit|several-nodes|races|torture)\./

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId)

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,device-plane,simulator,server}/src/**/*.test.ts', 'checks/**/*.test.ts'],
          exclude: [...onPglite, ...onAnyDatabase, ...onAnyBroker, ...onPdfTools],
          isolate,
          setupFiles,
          expect: patient,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'pdf', include: onPdfTools, testTimeout: 30_000 } },
      {
        test: {
          name: 'server-pglite',
          include: [...onAnyDatabase, ...onPglite],
          env: { TEST_DATABASE: 'pglite' },
          isolate,
          globalSetup: [outcomesExercised, 'server/src/testing/pglite-templates.ts'],
          setupFiles,
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server-postgresql',
          include: onAnyDatabase,
          env: { TEST_DATABASE: 'postgresql' },
          isolate,
          globalSetup: [outcomesExercised, 'server/src/testing/postgresql-cluster.ts'],
          setupFiles,
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      brokerProject('aedes'),
      brokerProject('mosquitto'),
      systemProject('pglite', 'aedes'),
      systemProject('postgresql', 'mosquitto'),
      systemProject('postgresql', 'aedes'),
      loadProject('pglite', 'aedes'),
      {
        test: {
          name: 'nodes-postgresql-mosquitto',
          include: ['e2e/nodes/**/*.nodes.test.ts'],
          env: { TEST_DATABASE: 'postgresql', TEST_BROKER: 'mosquitto' },
          retry,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      journeysProject('postgresql', 'aedes', ['e2e/journeys/*.journey.test.ts']),
      journeysProject('pglite', 'aedes', [walkTheLine]),
      journeysProject('postgresql', 'mosquitto', [walkTheLine]),
      {
        plugins: [words()],
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          isolate,
          setupFiles,
          expect: patient,
          testTimeout: 30_000,
        },
      },
    ],
  },
})
