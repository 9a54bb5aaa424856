import { startProduct } from '../e2e/support/running-product.ts'
import { benchIngest, benchSerials } from './ingest.ts'
import { printTable } from './measure.ts'

const product = await startProduct({
  units: benchSerials.map((serial) => ({
    type: 'logica' as const,
    serial,
    lamps: 1,
    enrolled: true,
    plant: 'hotel' as const,
  })),
})
await new Promise((r) => setTimeout(r, 3000))
printTable(await benchIngest(product, (addr) => [addr, '0A1B2C', 0, 2, 8, 0, 2, 254, 30, 254, 9, 1, 0, 'ST-8', '1.0']))
await product.stop()
process.exit(0)
