import type { MarkCluster } from './cluster-marks.ts'
import { clusterLabel, drawBody, drawCluster, type Inks, type Mark } from './draw-marks.ts'

/** Pixels of the screen from the middle of a picture to its edge: the largest mark with the width of its pen. */
const reach = 16

/** The same to the sides of a number, which is at least as wide as high: half of each sign, and what is around them. */
const sideReach = (text: string): number => Math.max(reach, Math.ceil(text.length * 4.5) + 9)

/** Pictures that are kept: of layers that write numbers into marks, and of how many marks are joined, there are the most. */
const maxCached = 600

export type MarkPictures = {
  ofMark(mark: Mark, inks: Inks): HTMLCanvasElement
  ofJoined(joined: MarkCluster, inks: Inks): HTMLCanvasElement
}

/** Draws each look of a mark once, in the screen's own pixels: of two thousand marks on a plan most look like another. */
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
