import { drawBody, type Inks, type Mark } from './draw-marks.ts'

/** Pixels of the screen from the middle of a picture to its edge: the largest mark with the width of its pen. */
export const pictureReach = 16

/** Looks that are kept; a layer that writes numbers into marks has the most. */
const mostKept = 300

export type MarkPictures = (mark: Mark, inks: Inks) => HTMLCanvasElement

/** Draws each look of a mark once, in the screen's own pixels: of two thousand marks on a plan most look like another. */
export function openMarkPictures(ratio: number): MarkPictures {
  const kept = new Map<string, HTMLCanvasElement>()
  let lastInks: Inks | null = null
  const areOthers = (inks: Inks) => Object.values(inks).join() !== Object.values(lastInks ?? {}).join()
  return (mark, inks) => {
    if (kept.size > mostKept || (inks !== lastInks && areOthers(inks))) kept.clear()
    lastInks = inks
    const { shape, tone, look } = mark
    const key = look ? `${shape} ${look.ink} ${look.sign} ${look.fill}` : `${shape} ${tone}`
    const known = kept.get(key)
    if (known) return known
    const picture = document.createElement('canvas')
    picture.width = Math.ceil(2 * pictureReach * ratio)
    picture.height = picture.width
    const pen = picture.getContext('2d')
    if (pen) {
      pen.scale(ratio, ratio)
      pen.translate(pictureReach, pictureReach)
      drawBody(pen, mark, inks)
    }
    kept.set(key, picture)
    return picture
  }
}
