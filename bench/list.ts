/** `node bench/list.ts`: what a person waits for in long lists of lamps. Prints a table, and JSON as the last line. */
import { createApiClient } from '../e2e/support/api-client.ts'
import { startProduct } from '../e2e/support/running-product.ts'
import { buildWebWhenStale } from '../scripts/prepare.mjs'
import { type Figure, printTable } from './measure.ts'
import { benchList } from './web-list.ts'

buildWebWhenStale()
const product = await startProduct({ units: [] })
const figures: Figure[] = []
try {
  const { plants } = await (await createApiClient(product.url).signIn('installer')).call('getAllPlants', {})
  const idOf = (name: string) => plants.find((plant) => plant.plantname.includes(name))?.plant_id ?? ''
  figures.push(...(await benchList(product, { few: idOf('Camillo'), many: idOf('Bellavista') })))
} finally {
  await product.stop()
}
printTable(figures)
console.log(JSON.stringify(figures))
process.exit(0)
