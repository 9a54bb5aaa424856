/**
 * `npm run bench`: the cost of the product, each figure next to the limit of the same machine in the same run. `npm run
 * bench -- --only lists --only codes` runs some parts. The last line has all figures as JSON; a failed part does not
 * stop the others.
 */
import { parseArgs } from 'node:util'
import { createApiClient, pollUntil } from '../e2e/support/api-client.ts'
import { type RunningProduct, startProduct, type TestUnit } from '../e2e/support/running-product.ts'
import { buildWebWhenStale } from '../scripts/prepare.mjs'
import { benchBridge } from './bridge.ts'
import { benchBuildingSystems } from './building-systems.ts'
import { benchCodes } from './codes.ts'
import { benchDrawings } from './drawings.ts'
import { benchEnergy } from './energy.ts'
import { benchEstate } from './estate-reads.ts'
import { benchFlood } from './flood.ts'
import { benchGroups, benchParams } from './groups.ts'
import { benchHome } from './home.ts'
import { benchIngest } from './ingest.ts'
import { benchLevels, benchScenes, levelUnits, sceneUnits } from './light.ts'
import { benchLogbook, benchVerify } from './logbook.ts'
import { benchMap } from './map.ts'
import { type Figure, printTable } from './measure.ts'
import { benchNotices } from './notices.ts'
import { benchCompliance, benchPlantReport } from './past.ts'
import { benchPlan } from './plan.ts'
import { benchReport, benchRoundTrip, benchScreens } from './round-trip.ts'
import { benchStart } from './start.ts'
import { benchStatements } from './statements.ts'
import { benchSun } from './sun.ts'
import { benchTelemetry } from './telemetry.ts'
import { benchBurst } from './telemetry-burst.ts'
import { benchTraces } from './traces.ts'
import { benchWeb } from './web.ts'
import { benchFanOut } from './web-fan-out.ts'
import { benchLampList } from './web-lamps.ts'
import { benchList } from './web-list.ts'
import { benchLive } from './web-live.ts'
import { benchOffline } from './web-offline.ts'
import { benchPlans } from './web-plans.ts'

type OnProduct<T = Figure[]> = (product: RunningProduct, idOf: (name: string) => string) => Promise<T>

/** Parts sharing a product with a full unit. */
const sharedParts: Record<string, OnProduct> = {
  screens: (product, idOf) => benchScreens(product, idOf('Lagerhalle')),
  commands: (product, idOf) => benchRoundTrip(product, idOf('Camillo'), 'logica_0A1B01'),
  statements: (product, idOf) =>
    benchStatements(product, { plantId: idOf('Camillo'), topic: 'logica_0A1B01', ofUnit: idOf('Bellavista') }),
  groups: (product, idOf) => benchGroups(product, idOf('Lagerhalle'), 'logicafm_0F201'),
  params: (product, idOf) => benchParams(product, idOf('Lagerhalle'), 'logicafm_0F201'),
  plan: (product, idOf) => benchPlan(product, idOf('Lagerhalle')),
  report: (product, idOf) => benchReport(product, idOf('Lagerhalle'), 'logicafm_0F201'),
  pages: (product, idOf) => benchWeb(product.url, idOf('Lagerhalle')),
  phone: (product, idOf) => benchLampList(product.url, idOf('Lagerhalle')),
  offline: (product, idOf) => benchOffline(product.url, idOf('Lagerhalle')),
  flood: (product, idOf) => benchFlood(product, idOf('Lagerhalle')),
  live: (product, idOf) => benchLive(product, idOf('Lagerhalle')),
  ingest: (product, idOf) => benchIngest(product, idOf('Bellavista')),
}

const figures: Figure[] = []
const failed: string[] = []

/** Measures one part and prints its figures at once, because the whole run takes most of an hour. */
const measure = async (name: string, part: () => Promise<Figure[]>): Promise<void> => {
  try {
    const partFigures = await part()
    printTable(partFigures)
    figures.push(...partFigures)
  } catch (error) {
    console.error(`${name} failed:`, error)
    failed.push(name)
  }
}

/** Runs a part on a product with these units, once all their lamps are there. */
const onProduct = async <T>(work: OnProduct<T>, units: TestUnit[] = []): Promise<T> => {
  const product = await startProduct({ units, simulatorProcess: true, uncheckedAnswers: true })
  try {
    const person = await createApiClient(product.url).signIn('nto')
    const { plants } = await person.call('getAllPlants', {})
    const idOf = (name: string) => plants.find((plant) => plant.plantname.includes(name))?.plant_id ?? ''
    const lamps = units.reduce((total, unit) => total + (unit.plant === 'logistics' ? unit.lamps : 0), 0)
    await pollUntil(
      'all lamps',
      async () => (await person.call('getLamps', { plantId: idOf('Lagerhalle') })).total === lamps,
      60_000,
    )
    return await work(product, idOf)
  } finally {
    await product.stop()
  }
}

type OnPlant = (product: RunningProduct, plantId: string) => Promise<Figure[]>

const onPlant = (part: OnPlant, plant: string, units: TestUnit[] = []): Promise<Figure[]> =>
  onProduct((product, idOf) => part(product, idOf(plant)), units)

/** Parts with a product of their own, or none. */
const ownProductParts: Record<string, () => Promise<Figure[]>> = {
  browsers: benchFanOut,
  bridge: benchBridge,
  'building-systems': benchBuildingSystems,
  start: benchStart,
  traces: benchTraces,
  lists: () => onProduct((product, idOf) => benchList(product, { few: idOf('Camillo'), many: idOf('Bellavista') })),
  codes: benchCodes,
  telemetry: benchTelemetry,
  burst: () => onPlant(benchBurst, 'Bellavista'),
  energy: () => onPlant(benchEnergy, 'Bellavista'),
  scenes: () => onPlant(benchScenes, 'Lagerhalle', sceneUnits),
  levels: () => onPlant(benchLevels, 'Camillo', levelUnits),
  sun: benchSun,
  logbook: () => onPlant(benchLogbook, 'Camillo'),
  verify: () => onPlant(benchVerify, 'Camillo'),
  notices: benchNotices,
  map: () => onProduct(benchMap),
  home: () => onProduct(benchHome),
  estate: () => onProduct(benchEstate),
  compliance: benchCompliance,
  'plant-report': benchPlantReport,
  plans: async () => [
    ...(await onProduct((product, idOf) => benchPlans(product, idOf('Lagerhalle')), planUnits)),
    ...(await benchDrawings()),
  ],
}

/** Two full units: together with the bench's own some 2,000 lamps on one plan. */
const planUnits: TestUnit[] = ['0F201', '0F202'].map((serial) => ({
  type: 'logicafm',
  serial,
  lamps: 992,
  enrolled: true,
  plant: 'logistics',
}))

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const benchNames = [...Object.keys(sharedParts), ...Object.keys(ownProductParts)]
const unknown = values.only?.filter((name) => !benchNames.includes(name)) ?? []
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${benchNames.join(', ')}.`)
  process.exit(1)
}
const selectParts = <Part>(parts: Record<string, Part>): [string, Part][] =>
  Object.entries(parts).filter(([name]) => values.only?.includes(name) ?? true)

buildWebWhenStale()
const sharedRuns = selectParts(sharedParts)
const fullUnits: TestUnit[] = [
  { type: 'logicafm', serial: '0F201', lamps: 992, enrolled: true, plant: 'logistics' },
  { type: 'logica', serial: '0A1B01', lamps: 96, enrolled: true, plant: 'hospital' },
]
if (sharedRuns.length > 0)
  await onProduct(async (product, idOf) => {
    for (const [name, part] of sharedRuns) await measure(name, () => part(product, idOf))
  }, fullUnits)
for (const [name, part] of selectParts(ownProductParts)) await measure(name, part)
console.log()
printTable(figures)
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`)
console.log(JSON.stringify(figures))
process.exit(failed.length > 0 ? 1 : 0)
