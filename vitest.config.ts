import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { textsPlugin } from './web/words-plugin.ts'

/**
 * A test's name names its needs: `*.db.test.ts` a database, `*.broker.test.ts` an MQTT broker, `*.pdf.test.ts` qpdf and
 * poppler to look into a PDF; any other test needs none of them.
 */
const databaseTests = ['{server/src,checks}/**/*.db.test.ts']
/** Simulated years, which take minutes and follow from rules: at night alone. */
const simulatedYears = ['server/src/**/*-year.db.test.ts']
const brokerTests = ['server/src/**/*.broker.test.ts']
const pdfTests = ['server/src/**/*.pdf.test.ts']
/** Programs of others as clients of the way to building systems. */
const outsideTests = ['bridge/src/outward/**/*.outside.test.ts']

/** Files of one process share their loaded modules, which is half of their time. */
const isolate = false

/** Room for short-lived objects: the garbage collector then copies fewer of them. */
const execArgv = ['--max-semi-space-size=64']

/** How long tests wait for a state. */
const setupFiles = ['checks/long-timeouts.ts']
/** The same for `expect.poll`, which gives up after a second by default. */
const patient = { poll: { timeout: 20_000 } }

/** Named first, to judge last: its refusal leaves no database behind. */
const outcomesExercised = 'checks/outcomes-exercised.ts'

/**
 * `embedded`: each product has a database in its data folder. `postgresql`: a cluster of the same programs for all,
 * which loses acknowledged writes when it crashes. `postgresql-15`: the same of Debian's programs, the oldest
 * supported.
 */
type Database = 'embedded' | 'postgresql' | 'postgresql-15'
type Broker = 'aedes' | 'mosquitto'

const brokerProject = (broker: Broker) => ({
  test: {
    name: `broker-${broker}`,
    include: brokerTests,
    env: { TEST_BROKER: broker },
    isolate,
    setupFiles,
    expect: patient,
    testTimeout: 60_000,
  },
})

const systemFiles = (names: readonly string[]): string[] => names.map((name) => `e2e/system/${name}.system.test.ts`)

/**
 * The systems of `npm test`: the work of an installation with its units, once, on a shared cluster and the built-in
 * broker.
 */
export const systemsOfTheTest = systemFiles([
  'accounts',
  'bad-input',
  'commands',
  'enrolment',
  'life-of-a-unit',
  'operations',
  'the-line',
])

/**
 * Files run with the database in the data folder alone: those about it, and others with the same result on each stack.
 * The units' and the bridge's own side depends on none.
 */
const onEmbeddedAlone = systemFiles([
  'access-tokens',
  'catalogue',
  'change-database',
  'client',
  'conformance',
  'dali-bridge',
  'demo',
  'demo-controls',
  'durability',
  'every-command',
  'files',
  'traces',
  'uploads',
])

/** Files with the same result on each stack, run with a server's database and Mosquitto. */
const onMosquittoAlone = systemFiles([
  'accounts',
  'bad-input',
  'bluetooth',
  'commands',
  'faults',
  'life-of-a-unit',
  'operations',
  'scenes',
  'scenes-while-away',
  'unruly-units',
])

/** The whole product with its simulated units, without a browser. */
const systemProject = (
  name: string,
  database: Database,
  broker: Broker,
  include: string[],
  exclude: string[] = [],
) => ({
  test: {
    name,
    include,
    exclude,
    env: { TEST_DATABASE: database, TEST_BROKER: broker },
    isolate,
    globalSetup: 'e2e/support/product-database.ts',
    expect: patient,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

const journeyFiles = (names: readonly string[]): string[] => names.map((name) => `e2e/journeys/${name}.journey.test.ts`)

/** The journeys of `npm test`: the central ones of the product. */
export const journeysOfTheTest = journeyFiles([
  'walk-the-line',
  'second-browser',
  'floor-plans',
  'scenes',
  'offline',
  'proof-on-paper',
  'round-on-a-phone',
  'pro-codes',
  'signing-in',
  'texts-and-groups',
  'deep-links-and-session',
  'archive-and-restore',
])

const walkTheLine = journeyFiles(['walk-the-line', 'second-browser', 'silent-unit'])

/** People in a real browser, on the whole product. */
const journeysProject = (
  name: string,
  database: Database,
  broker: Broker,
  include: string[],
  exclude: string[] = [],
) => ({
  test: {
    name,
    include,
    exclude,
    env: { TEST_DATABASE: database, TEST_BROKER: broker, JUDGE_TIMES: broker === 'mosquitto' ? 'yes' : 'no' },
    globalSetup: ['e2e/support/web-client.ts', 'e2e/support/product-database.ts'],
    isolate,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A state is waited for as long as it takes; a second is none on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
})

const serverProject = (database: Database, exclude: string[]) => ({
  test: {
    name: `server-${database}`,
    include: databaseTests,
    exclude,
    env: { TEST_DATABASE: database },
    isolate,
    execArgv,
    globalSetup: [outcomesExercised, 'server/src/testing/postgresql-cluster.ts'],
    setupFiles,
    expect: patient,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})

/** Files of a minute or so, much of it waiting: started last, one would keep the whole run waiting. */
const long =
  /(every-route|dali-unit|dali-bridge|conformance|full-database|backup|killed-while-telling|unruly-units|uploads|upgrade|change-database|durability|every-command|commands|faults|notices\.journey|silent-unit|several-nodes|races|torture|floor-plans\.journey|walk-the-line|offline\.journey)\./

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
          include: ['{contract,client,device-plane,simulator,bridge,server}/src/**/*.test.ts', 'checks/**/*.test.ts'],
          exclude: [...databaseTests, ...brokerTests, ...pdfTests, ...outsideTests],
          isolate,
          execArgv,
          setupFiles,
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [textsPlugin()],
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          env: { NODE_ENV: 'production' },
          isolate,
          execArgv,
          setupFiles: [...setupFiles, 'web/src/testing/production-react.ts'],
          expect: patient,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'pdf', include: pdfTests, isolate, testTimeout: 120_000 } },
      {
        test: {
          name: 'building-systems',
          include: outsideTests,
          isolate,
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      serverProject('postgresql', simulatedYears),
      serverProject('postgresql-15', []),
      brokerProject('aedes'),
      brokerProject('mosquitto'),
      systemProject('system', 'postgresql', 'aedes', systemsOfTheTest),
      systemProject('system-embedded', 'embedded', 'aedes', ['e2e/system/*.system.test.ts'], onMosquittoAlone),
      systemProject(
        'system-postgresql-15-mosquitto',
        'postgresql-15',
        'mosquitto',
        ['e2e/system/*.system.test.ts'],
        onEmbeddedAlone,
      ),
      {
        test: {
          name: 'load-embedded',
          include: ['e2e/load/**/*.load.test.ts'],
          env: { TEST_DATABASE: 'embedded', TEST_BROKER: 'aedes' },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'nodes-postgresql-mosquitto',
          include: ['e2e/nodes/**/*.nodes.test.ts'],
          env: { TEST_DATABASE: 'postgresql', TEST_BROKER: 'mosquitto' },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      systemProject('monitoring', 'postgresql', 'aedes', ['e2e/monitoring/*.monitoring.test.ts']),
      journeysProject('journeys', 'postgresql', 'aedes', journeysOfTheTest),
      journeysProject('journeys-rest', 'postgresql', 'aedes', ['e2e/journeys/*.journey.test.ts'], journeysOfTheTest),
      journeysProject('journeys-postgresql-mosquitto', 'postgresql', 'mosquitto', walkTheLine),
    ],
  },
})
