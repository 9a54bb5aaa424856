import type { MarkCluster } from './cluster-marks.ts'
import { clusterLabel, drawBody, drawCluster, type Inks, type Mark } from './draw-marks.ts'

/** Screen pixels from the center of a picture to its edge: the largest mark plus its line width. */
const reach = 16

/** The same horizontally for a number: half the width of its digits, and the padding. */
const sideReach = (text: string): number => Math.max(reach, Math.ceil(text.length * 4.5) + 9)

/** Maximum number of cached pictures; most come from layers with numbers in their marks, and from joined marks. */
const maxCached = 600

export type MarkPictures = {
  ofMark(mark: Mark, inks: Inks): HTMLCanvasElement
  ofJoined(joined: MarkCluster, inks: Inks): HTMLCanvasElement
}

/** Draws each appearance of a mark once, in device pixels, because most of a plan's thousands of marks look alike. */
export function openMarkPictures(ratio: number): MarkPictures {
  const kept = new Map<string, HTMLCanvasElement>()
  let lastInks: Inks | null = null
  const areOthers = (inks: Inks) => Object.values(inks).join() !== Object.values(lastInks ?? {}).join()
  const pictureOf = (
    key: string,
    inks: Inks,
    side: number,
    draw: (pen: CanvasRenderingContext2D) => void,
  ): HTMLCanvasElement => {
    if (kept.size > maxCached || (inks !== lastInks && areOthers(inks))) kept.clear()
    lastInks = inks
    const known = kept.get(key)
    if (known) return known
    const picture = document.createElement('canvas')
    picture.width = Math.ceil(2 * side * ratio)
    picture.height = Math.ceil(2 * reach * ratio)
    const pen = picture.getContext('2d')
    if (pen) {
      pen.scale(ratio, ratio)
      pen.translate(side, reach)
      draw(pen)
    }
    kept.set(key, picture)
    return picture
  }
  return {
    ofMark: (mark, inks) => {
      const { shape, tone, look } = mark
      const key = look ? `${shape} ${look.ink} ${look.sign} ${look.fill}` : `${shape} ${tone}`
      return pictureOf(key, inks, reach, (pen) => drawBody(pen, mark, inks))
    },
    ofJoined: (joined, inks) => {
      const text = clusterLabel(joined)
      return pictureOf(`${joined.tone} ${text}`, inks, sideReach(text), (pen) => drawCluster(pen, joined, inks))
    },
  }
}
