import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import qrcode from 'qrcode-generator'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type Figure, percentile } from './measure.ts'

/** Resolution of a phone's camera. */
const width = 1280
const height = 720
const rounds = 10

/** Deterministic: every run has the same pictures. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

/** Structure of a browser's `ImageData`. */
type Picture = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number; colorSpace: 'srgb' }
type Point = { x: number; y: number }
/** Maps a pixel to a point of the label, both from -1 to 1 over the code, with brightness and noise. */
type Treatment = { name: string; side: number; look: (at: Point) => Point; light: number; noise: number; blur: number }

const rotate =
  (degrees: number) =>
  ({ x, y }: Point): Point => {
    const [sin, cos] = [Math.sin((degrees / 180) * Math.PI), Math.cos((degrees / 180) * Math.PI)]
    return { x: x * cos - y * sin, y: x * sin + y * cos }
  }
/** Perspective from the side: distant parts are smaller. */
const tilted =
  (share: number) =>
  ({ x, y }: Point): Point => {
    const depth = 1 / (1 - share * x)
    return { x: x * depth, y: y * depth }
  }
/** Wrapped around a tube, with this many radians visible. */
const curved =
  (radians: number) =>
  ({ x, y }: Point): Point => ({
    x: Math.asin(Math.max(-1, Math.min(1, x * Math.sin(radians / 2)))) / (radians / 2),
    y: y + 0.02 * x * x,
  })

const plainTreatment = { side: 300, look: (at: Point) => at, light: 1, noise: 4, blur: 0 }
const treatments: readonly Treatment[] = [
  { ...plainTreatment, name: 'plain' },
  { ...plainTreatment, name: 'far', side: 90 },
  { ...plainTreatment, name: 'blurred', blur: 4 },
  { ...plainTreatment, name: 'blurred more', blur: 5 },
  { ...plainTreatment, name: 'turned', look: rotate(33) },
  { ...plainTreatment, name: 'tilted', look: (at) => tilted(0.35)(rotate(12)(at)) },
  { ...plainTreatment, name: 'darkened', light: 0.16, noise: 9 },
  { ...plainTreatment, name: 'curved', look: curved(1.2) },
  { ...plainTreatment, name: 'curved and blurred', look: curved(0.9), blur: 3 },
  { ...plainTreatment, name: 'tilted, dark, blurred', look: tilted(0.25), light: 0.25, noise: 8, blur: 3 },
]

/** Box blur applied twice: similar to a lens out of focus. */
const blurred = (picture: Float64Array, radius: number): Float64Array => {
  let from = picture
  for (const step of radius > 0 ? [1, width, 1, width] : []) {
    const output = new Float64Array(from.length)
    for (let at = 0; at < from.length; at++) {
      let brightnessSum = 0
      let count = 0
      for (let offset = -radius; offset <= radius; offset++) {
        const value = from[at + offset * step]
        if (value === undefined) continue
        brightnessSum += value
        count++
      }
      output[at] = brightnessSum / count
    }
    from = output
  }
  return from
}

/** A camera picture of a label with the code before a gray wall. */
const pictureOf = (content: string, treatment: Treatment, random: () => number): Picture => {
  const code = qrcode(0, 'M')
  code.addData(content)
  code.make()
  const modules = code.getModuleCount()
  const quietZone = 1 + 8 / modules
  const place = { x: width / 2 + (random() - 0.5) * 300, y: height / 2 + (random() - 0.5) * 120 }
  const brightness = new Float64Array(width * height)
  for (let at = 0; at < brightness.length; at++) {
    const lightAt = treatment.look({
      x: ((at % width) - place.x) / (treatment.side / 2),
      y: (Math.floor(at / width) - place.y) / (treatment.side / 2),
    })
    const isLabel = Math.abs(lightAt.x) < quietZone && Math.abs(lightAt.y) < quietZone
    const [column, row] = [lightAt.x, lightAt.y].map((part) => Math.floor(((part + 1) / 2) * modules)) as [
      number,
      number,
    ]
    const isCode = column >= 0 && row >= 0 && column < modules && row < modules
    brightness[at] = isCode && code.isDark(row, column) ? 30 : isLabel ? 225 : 120
  }
  const data = new Uint8ClampedArray(width * height * 4)
  for (const [at, value] of blurred(brightness, treatment.blur).entries()) {
    const grey = value * treatment.light + (random() + random() - 1) * treatment.noise
    data.set([grey, grey, grey, 255], at * 4)
  }
  return { data, width, height, colorSpace: 'srgb' }
}

type Reader = { name: string; read: (picture: Picture) => Promise<string | undefined> }

const require = createRequire(import.meta.url)
/** Its types are for a bundler, not for Node. */
const jsqr: typeof import('jsqr').default = require('jsqr')
const binary = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(binary).buffer } })
const readers: readonly Reader[] = [
  { name: 'jsQR', read: async ({ data }) => jsqr(data, width, height)?.data },
  {
    name: 'zxing-wasm',
    read: async (picture) =>
      (await readBarcodes(picture as never, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: 1 }))[0]?.text,
  },
]

/** How many of 100 distorted codes two decoders read in one run, and the cost per frame. */
export const benchCodes = async (): Promise<Figure[]> => {
  const random = randomOf(20_260)
  const read = new Map(readers.map(({ name }) => [name, new Map<string, number>()]))
  const tookOfReader = new Map(readers.map(({ name }) => [name, [] as number[]]))
  for (const treatment of treatments)
    for (let round = 0; round < rounds; round++) {
      const content = `https://vigilux.test/#/qr/ST-${Math.floor(random() * 1e6)}?s=${Math.floor(random() * 0xff_ff_ff).toString(16)}`
      const picture = pictureOf(content, treatment, random)
      for (const { name, read: decode } of readers) {
        const startedAt = performance.now()
        const found = await decode(picture)
        tookOfReader.get(name)?.push(performance.now() - startedAt)
        const counts = read.get(name)
        if (found === content) counts?.set(treatment.name, (counts.get(treatment.name) ?? 0) + 1)
      }
    }

  return readers.flatMap(({ name }): Figure[] => {
    const counts = read.get(name) ?? new Map<string, number>()
    const all = tookOfReader.get(name) ?? []
    return [
      {
        name: `${name}: codes read`,
        value: [...counts.values()].reduce((total, one) => total + one, 0),
        unit: `of ${treatments.length * rounds}`,
        note: treatments.map((one) => `${one.name} ${counts.get(one.name) ?? 0}`).join(', '),
      },
      { name: `${name}: one look at a frame of ${width} × ${height}`, value: percentile(all, 0.5), unit: 'ms' },
      { name: `${name}: the same, p95`, value: percentile(all, 0.95), unit: 'ms' },
    ]
  })
}
