import { writeFileSync } from 'node:fs'
import qrcode from 'qrcode-generator'

/** Of a frame, in pixels; its codes stand in the middle, dark on light. */
const width = 320
const height = 240
const framesPerCode = 10
const framesPerSecond = 8

/** One frame in YUV 4:2:0: brightness of every pixel, then two colour planes of a quarter each, which stay grey. */
const frameOf = (content: string): Buffer => {
  const code = qrcode(0, 'M')
  code.addData(content)
  code.make()
  const modules = code.getModuleCount()
  const scale = Math.floor((height - 40) / modules)
  const [left, top] = [width, height].map((side) => Math.floor((side - modules * scale) / 2)) as [number, number]
  const brightness = Buffer.alloc(width * height, 220)
  for (let row = 0; row < modules * scale; row++)
    for (let column = 0; column < modules * scale; column++)
      if (code.isDark(Math.floor(row / scale), Math.floor(column / scale)))
        brightness[(top + row) * width + left + column] = 30
  return Buffer.concat([Buffer.from('FRAME\n'), brightness, Buffer.alloc((width * height) / 2, 128)])
}

/** Writes what a camera sees that is held before one code after the other; Chromium plays it again and again. */
export const writeCameraFilm = (path: string, contents: readonly string[]): void => {
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420\n`)
  const frames = contents.flatMap((content) => Array.from({ length: framesPerCode }, () => frameOf(content)))
  writeFileSync(path, Buffer.concat([head, ...frames]))
}

/** What Chromium is started with to see that film, and to be asked nothing. */
export const cameraArguments = (path: string): string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${path}`,
]
