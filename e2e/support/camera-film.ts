import { writeFileSync } from 'node:fs'
import qrcode from 'qrcode-generator'

/** Frame width in pixels; the code is in the center, dark on light. */
const width = 320
const height = 240
const framesPerCode = 10
const framesPerSecond = 8

/** One frame in YUV 4:2:0: the luma of every pixel, then two gray chroma planes of a quarter each. */
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

/** Writes the video of a camera with one code after the other; Chromium plays it in a loop. */
export const writeCameraFilm = (path: string, contents: readonly string[]): void => {
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420\n`)
  const frames = contents.flatMap((content) => Array.from({ length: framesPerCode }, () => frameOf(content)))
  writeFileSync(path, Buffer.concat([head, ...frames]))
}

/** Chromium arguments for the video as camera, without a permission prompt. */
export const cameraArguments = (path: string): string[] => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${path}`,
]
