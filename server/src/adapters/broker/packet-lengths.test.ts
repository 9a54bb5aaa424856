import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { writeToStream } from 'mqtt-packet'
import { expect, it } from 'vitest'
import { fillPacketLengths } from './packet-lengths.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const discardStream = { write: () => true, destroy: () => undefined } as unknown as NodeJS.WritableStream

/** Uses up the rest of the block from which small buffers are cut, as a server does meanwhile. */
const useUpBlock = () => {
  for (let allocated = 0; allocated < Buffer.poolSize; allocated += 16_384) Buffer.allocUnsafe(16_384)
}

/** Bytes held by buffers after garbage collection, which the engine may postpone. */
const heldBytes = async (atMost: number, maxCollections = 20): Promise<number> => {
  for (let collections = 1; ; collections++) {
    collectGarbage()
    const heldBytes = process.memoryUsage().arrayBuffers
    if (heldBytes <= atMost || collections === maxCollections) return heldBytes
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it('messages of many lengths leak no memory', async () => {
  fillPacketLengths()
  const payload = Buffer.alloc(16_384)
  const before = await heldBytes(0, 3)
  for (let length = 0; length < 16_000; length += 32) {
    useUpBlock()
    const packet = { cmd: 'publish', topic: 'a topic', qos: 0, dup: false, retain: false } as const
    writeToStream({ ...packet, payload: payload.subarray(0, length) }, discardStream)
  }
  const limit = 8 * 1024 * 1024
  expect((await heldBytes(before + limit)) - before).toBeLessThanOrEqual(limit)
})
