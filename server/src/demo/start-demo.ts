import { join } from 'node:path'
import { groupCodeDigits, luhnDigit } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import type { Product } from '../composition/product.ts'
import type { Config } from '../config/config.ts'
import { findUserByEmail } from '../features/accounts/index.ts'
import { saveCodes } from '../features/pro-codes/index.ts'
import type { Log } from '../kernel/log.ts'
import type { Tx } from '../kernel/transaction.ts'
import type { Ports } from '../ports/ports.ts'
import { createBridges } from './bridge-processes.ts'
import { demoAccounts, demoEmail, demoPassword } from './demo-accounts.ts'
import { registerDemoControls } from './demo-controls.ts'
import { registerDevRoutes } from './dev-routes.ts'
import { createRepairRecorder } from './record-repairs.ts'
import { seedDemo } from './seed-demo.ts'
import { seedFiles } from './seed-files.ts'
import { seedPlans } from './seed-plans.ts'
import { openSimulatorPanel } from './simulator-panel.ts'
import { demoEstate, describeEstate, type SimulatorProcess, startSimulator } from './simulator-process.ts'

/** Pro codes of the demo's office: enough to activate a plant and to renew it. */
const monthsOfCodes = [12, 24, 36, 60] as const

/**
 * The digits of one code of this demo, derived from its generated secret: the same at each start, stored nowhere, and
 * invalid elsewhere.
 */
const digitsOf = (n: number, { codeSeal }: Pick<Ports, 'codeSeal'>): string => {
  const digits = String(BigInt(`0x${codeSeal(`demo ${n}`)}`) % 10n ** 15n).padStart(15, '0')
  return digits + luhnDigit(digits)
}

/** Gives the office some codes to try, and returns their digits. Used ones stay used. */
const saveDemoCodes = async (tx: Tx, ports: Pick<Ports, 'codeSeal' | 'clock'>): Promise<string[]> => {
  const office = await findUserByEmail(tx, demoEmail({ name: 'nto' }))
  if (!office) throw new Error('the demo has no office')
  const codes = monthsOfCodes.map((_, n) => digitsOf(n, ports))
  for (const [n, months] of monthsOfCodes.entries()) {
    const maker = { madeBy: office.id, madeByName: office.name }
    const codeBatch = { months, reference: 'Demo', madeAt: ports.clock.now(), ...maker }
    await saveCodes(tx, ports.codeSeal, codeBatch, [codes[n] ?? ''])
  }
  return codes
}

const welcomeOf = (url: string, proCodes: readonly string[]): string =>
  [
    '',
    `  Vigilux runs at ${url}`,
    '',
    `  Demo accounts, all with the password ${demoPassword}`,
    ...demoAccounts.map((account) => `    ${demoEmail(account)}`),
    '',
    `  Mails: ${url}/dev/mail`,
    `  Pro codes to try: ${proCodes.map(groupCodeDigits).join(', ')}`,
    '  Units free to enrol, each with its front panel:',
    ...['logica_0B2311', 'logicafm_0F2A1', 'cablecom_0C23A1', 'sicuro_0D23A1', 'gateway_0E23A1', 'dali_1F23A1'].map(
      (unit) => `    ${url}/dev/panel/${unit}`,
    ),
    '',
  ].join('\n')

/** Tests pass their own estate, in which nothing happens automatically. */
export type DemoEstate = {
  estatePath?: string
  still?: boolean
  /** Broker address for units, if it differs from the server's. */
  unitMqttUrl?: string
  /** Starts the simulated units; default in a separate process. */
  startUnits?: typeof startSimulator
}

/** Routes of the demo besides the product's: its outbox page, and the panels of its units. */
export const openDemoRoutes = (product: Product, panelPort: () => number): void => {
  registerDevRoutes(product.app, product.database.db, panelPort)
  registerDemoControls(product.app, {
    db: product.database.db,
    sessions: product.sessions,
    panel: openSimulatorPanel(panelPort),
  })
}

/** Fills an empty database with the demo's data and returns its Pro codes; changes nothing if there is data. */
export const fillDemo = async (product: Product, { estatePath = demoEstate, still = false }: DemoEstate = {}) => {
  const places = await product.inTransaction((work) =>
    seedDemo(work, estatePath, {
      hashPassword: product.hashPassword,
      password: demoPassword,
      at: product.ports.clock.now(),
      ...(!still && { describe: () => describeEstate(estatePath) }),
    }),
  )
  await seedPlans(product, places)
  await seedFiles(product, places)
  return product.inTransaction(({ tx }) => saveDemoCodes(tx, product.ports))
}

/** Opens the product with the parts of the demo: data, outbox page and a live simulated estate. */
export const startDemo = async (product: Product, config: Config, log: Log, estate: DemoEstate = {}) => {
  const { estatePath = demoEstate, still = false, unitMqttUrl = product.mqttUrl, startUnits = startSimulator } = estate
  const proCodes = await fillDemo(product, estate)
  let simulator: SimulatorProcess | null = null
  const panelPort = (): number => simulator?.panelPort ?? 0
  openDemoRoutes(product, panelPort)
  await product.listen()
  const { unitFactoryKey: factoryKey } = product
  const bridges = createBridges({ mqttUrl: unitMqttUrl, factoryKey, dataDir: join(config.dataDir, 'bridges'), log })
  simulator = await startUnits({
    mqttUrl: unitMqttUrl,
    estatePath,
    still,
    factoryKey,
    speed: config.demoSpeed,
    stateFile: join(config.dataDir, 'simulator.json'),
    onRepair: createRepairRecorder(product, log),
    onGateways: bridges.connect,
    log,
  })
  const { stop: stopUnits } = simulator
  const stop = async (): Promise<void> => {
    await bridges.stop()
    await stopUnits()
  }
  return { welcome: welcomeOf(product.url, proCodes), panelPort, stop }
}
