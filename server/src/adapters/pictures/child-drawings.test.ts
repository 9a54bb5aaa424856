import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isFullRun } from '../../testing/depth.ts'
import { dxfDrawing, dxfLines, pdfOfTwoPages, protectedPdf, svgDrawing } from '../../testing/drawings.ts'
import { pngOf } from '../../testing/png.ts'
import { childDrawings } from './child-drawings.ts'

/** The child process and its limits; answer-drawing.test.ts covers drawings and refusals. */
const neverAborted = new AbortController().signal
const drawings = childDrawings()
const all = { page: null, layers: null }

const isWebp = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1', 8, 12) === 'WEBP'

describe('drawing in a child process', () => {
  it('is rendered at plan size without external requests', async () => {
    const requestedPaths: string[] = []
    const outsideServer = createServer(({ url }, reply) => {
      requestedPaths.push(url ?? '')
      reply.end()
    }).listen(0, '127.0.0.1')
    await new Promise((listening) => outsideServer.once('listening', listening))
    const { port } = outsideServer.address() as AddressInfo
    const svg = Buffer.from(String(svgDrawing).replace('127.0.0.1:9', `127.0.0.1:${port}`))
    const plan = await drawings.draw(svg, all, neverAborted)
    outsideServer.close()
    if (typeof plan === 'string') throw new Error(plan)
    expect([plan.large, plan.medium, plan.small].map(isWebp)).toEqual([true, true, true])
    expect(plan).toMatchObject({ width: 4_096, height: 2_731, looksEmpty: false })
    expect(requestedPaths).toEqual([])
  })

  it('is read, has a cover and can be refused', async () => {
    expect(await drawings.read(dxfDrawing(), neverAborted)).toMatchObject({ kind: 'dxf', unitM: 0.001 })
    expect(isWebp((await drawings.cover(pdfOfTwoPages, neverAborted)) as Uint8Array)).toBe(true)
    expect(await drawings.read(protectedPdf, neverAborted)).toBe('protected')
  })
})

describe('refused drawing', () => {
  it('has 144 megapixels', async () => {
    const large = pngOf(12_000, 12_000, Buffer.alloc(12_001 * 12_000), 'grey')
    expect(await drawings.draw(large, all, neverAborted)).toBe('unreadable')
  })

  it('exceeds the time or memory limit', async () => {
    const slowDrawings = childDrawings({ timeoutMs: 1 })
    expect(await slowDrawings.read(pdfOfTwoPages, neverAborted)).toBe('tooLarge')
    if (isFullRun) {
      const smallHeap = childDrawings({ heapMb: 40 })
      expect(await smallHeap.read(dxfDrawing({ extraEntities: dxfLines(200_000) }), neverAborted)).toBe('tooLarge')
    }
    // The file is readable, but the decoder lacks memory to draw it.
    const largeDrawing = dxfDrawing({ extraEntities: dxfLines(20_000) })
    const smallDecoder = childDrawings({ decoderMb: 24 })
    expect(await smallDecoder.draw(largeDrawing, { page: null, layers: ['L', 'Walls'] }, neverAborted)).toBe('tooLarge')
  })

  it('grows without bound when opened', async () => {
    const uses = Array.from(
      { length: 30 },
      (_, at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}"/></g>`,
    )
    const nestedSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><g id="g0"><rect width="1" height="1"/></g>${uses.join('')}</defs><use href="#g30"/></svg>`
    const limitedDrawings = childDrawings({ timeoutMs: 5_000, decoderMb: 128 })
    expect(['tooLarge', 'unreadable']).toContain(await limitedDrawings.draw(Buffer.from(nestedSvg), all, neverAborted))
  })

  it('is aborted with its job', async () => {
    const job = new AbortController()
    const drawing = drawings.draw(pdfOfTwoPages, all, job.signal)
    job.abort()
    await expect(drawing).rejects.toThrow()
  })
})
