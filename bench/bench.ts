/**
 * `npm run bench`: what the product costs, each figure beside what the same machine can do at most in the same run.
 * Prints a table, and JSON as the last line. A measurement, never a test.
 */
import { createApiClient, until } from '../e2e/support/api-client.ts'
import { startProduct } from '../e2e/support/running-product.ts'
import { buildWebWhenStale } from '../scripts/prepare.mjs'
import { benchFlood } from './flood.ts'
import { benchGroups } from './groups.ts'
import { benchIngest } from './ingest.ts'
import { type Figure, printTable } from './measure.ts'
import { benchReport, benchRoundTrip, benchScreens } from './round-trip.ts'
import { benchStart } from './start.ts'
import { benchWeb } from './web.ts'
import { benchFanOut } from './web-fan-out.ts'
import { benchLampList } from './web-lamps.ts'
import { benchLive } from './web-live.ts'

buildWebWhenStale()
const product = await startProduct({
  units: [
    { type: 'logicafm', serial: '0F201', lamps: 992, enrolled: true, plant: 'logistics' },
    { type: 'logica', serial: '0A1B01', lamps: 96, enrolled: true, plant: 'hospital' },
  ],
})
const figures: Figure[] = []
try {
  const person = await createApiClient(product.url).signIn('nto')
  const { plants } = await person.call('getAllPlants', {})
  const idOf = (name: string) => plants.find((plant) => plant.plantname.includes(name))?.plant_id ?? ''
  await until(
    '992 lamps',
    async () => (await person.call('getLamps', { plantId: idOf('Lagerhalle') })).total === 992,
    60_000,
  )
  figures.push(...(await benchScreens(product, idOf('Lagerhalle'))))
  figures.push(...(await benchRoundTrip(product, idOf('Camillo'), 'logica_0A1B01')))
  figures.push(...(await benchGroups(product, idOf('Lagerhalle'), 'logicafm_0F201')))
  figures.push(...(await benchReport(product, idOf('Lagerhalle'), 'logicafm_0F201')))
  figures.push(...(await benchWeb(product.url, idOf('Lagerhalle'))))
  figures.push(...(await benchLampList(product.url, idOf('Lagerhalle'))))
  figures.push(...(await benchFlood(product, idOf('Lagerhalle'))))
  figures.push(...(await benchLive(product, idOf('Lagerhalle'))))
  figures.push(...(await benchIngest(product, idOf('Bellavista'))))
} finally {
  await product.stop()
}
figures.push(...(await benchFanOut()))
figures.push(...(await benchStart()))
printTable(figures)
console.log(JSON.stringify(figures))
process.exit(0)
