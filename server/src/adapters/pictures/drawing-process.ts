import { type DrawingRequest, processDrawing } from './process-drawing.ts'

/**
 * A process of its own for one drawing: it gets the bytes of it, may read the product's own code, and may neither write, nor start
 * anything, nor ask the network. What decodes is WebAssembly or plain code, limited by the flags that the process is started with.
 */
process.once('message', async (order: DrawingRequest) => {
  process.send?.(await processDrawing(order), () => process.exit(0))
})
