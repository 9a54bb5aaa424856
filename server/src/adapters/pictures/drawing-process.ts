import { type DrawingRequest, processDrawing } from './process-drawing.ts'

/**
 * A separate process for one drawing: it gets the bytes, may read the product's code, and may neither write, start
 * processes nor use the network. Decoders are WebAssembly or JavaScript, limited by the flags of the process.
 */
process.once('message', async (order: DrawingRequest) => {
  process.send?.(await processDrawing(order), () => process.exit(0))
})
