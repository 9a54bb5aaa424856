import type { MarkCluster } from './cluster-marks.ts'
import { clusterLabel, drawBody, drawCluster, type Inks, type Mark } from './draw-marks.ts'

/** Screen pixels from the center of a picture to its edge: the largest mark plus its line width. */
const halfHeight = 16

/** The same horizontally for a number: half the width of its digits, and the padding. */
const sideReach = (text: string): number => Math.max(halfHeight, Math.ceil(text.length * 4.5) + 9)

/** Maximum number of cached pictures; most come from layers with numbers in their marks, and from joined marks. */
const maxCached = 600

export type MarkPictures = {
  ofMark(mark: Mark, colors: Inks): HTMLCanvasElement
  ofJoined(cluster: MarkCluster, colors: Inks): HTMLCanvasElement
}

/** Draws each appearance of a mark once, in device pixels, because most of a plan's thousands of marks look alike. */
export function openMarkPictures(ratio: number): MarkPictures {
  const cachedPictures = new Map<string, HTMLCanvasElement>()
  let lastColors: Inks | null = null
  const haveChanged = (colors: Inks) => Object.values(colors).join() !== Object.values(lastColors ?? {}).join()
  const pictureOf = (
    key: string,
    colors: Inks,
    halfWidth: number,
    draw: (drawingContext: CanvasRenderingContext2D) => void,
  ): HTMLCanvasElement => {
    if (cachedPictures.size > maxCached || (colors !== lastColors && haveChanged(colors))) cachedPictures.clear()
    lastColors = colors
    const cachedPicture = cachedPictures.get(key)
    if (cachedPicture) return cachedPicture
    const picture = document.createElement('canvas')
    picture.width = Math.ceil(2 * halfWidth * ratio)
    picture.height = Math.ceil(2 * halfHeight * ratio)
    const canvasContext = picture.getContext('2d')
    if (canvasContext) {
      canvasContext.scale(ratio, ratio)
      canvasContext.translate(halfWidth, halfHeight)
      draw(canvasContext)
    }
    cachedPictures.set(key, picture)
    return picture
  }
  return {
    ofMark: (mark, colors) => {
      const { shape, tone, look } = mark
      const key = look ? `${shape} ${look.ink} ${look.sign} ${look.fill}` : `${shape} ${tone}`
      return pictureOf(key, colors, halfHeight, (context) => drawBody(context, mark, colors))
    },
    ofJoined: (cluster, colors) => {
      const text = clusterLabel(cluster)
      return pictureOf(`${cluster.tone} ${text}`, colors, sideReach(text), (context) =>
        drawCluster(context, cluster, colors),
      )
    },
  }
}
