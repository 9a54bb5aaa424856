import type { DxfEntity } from './dxf-document.ts'
import { decodeEscapes } from './dxf-encoding.ts'
import { cross, directionIn, objectFrame, type Point, scaled, unit, world } from './dxf-geometry.ts'
import { letterWidth, type TextPlace } from './dxf-text.ts'
import { mtextHeight, plainMtext, plainText } from './dxf-text-codes.ts'

/**
 * A text in the coordinates of its entity; `along` and `up` are unit vectors of the baseline and of the letters' upward
 * direction.
 */
export type EntityText = TextPlace & {
  text: string
  at: Point
  along: Point
  up: Point
  height: number
  stretch: number
  width: number
}

const directionOfAngle = (degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180
  return [Math.cos(angle), Math.sin(angle), 0]
}

const nullIfInvisible = (text: EntityText): EntityText | null =>
  text.height > 0 && text.text.trim() !== '' ? text : null

const horizontalAnchors = ['start', 'middle', 'end', 'middle', 'middle', 'middle'] as const
const verticalAnchors = ['base', 'bottom', 'middle', 'top'] as const
const [alignedCode, middleCode, fittedCode] = [3, 4, 5]

/** Flags of a single-line text: mirrored, or upside down. */
const [backwards, upsideDown] = [2, 4]

type Line = Pick<EntityText, 'text' | 'at' | 'height' | 'stretch' | 'along'> & TextPlace

const placeUpright = (entity: DxfEntity, line: Line): EntityText | null => {
  const flags = entity.number(71)
  const upDirection: Point = [-line.along[1], line.along[0], 0]
  return nullIfInvisible({
    ...line,
    along: (flags & backwards) !== 0 ? scaled(line.along, -1) : line.along,
    up: (flags & upsideDown) !== 0 ? scaled(upDirection, -1) : upDirection,
    width: 0,
  })
}

/** A single-line text: at its first point, at its second if aligned, or between both if fitted. */
const oneLine = (entity: DxfEntity, text: string, verticalCode: number): EntityText | null => {
  const [first, second] = [entity.point(10), entity.point(11)]
  const [horizontal, vertical] = [entity.number(72), entity.number(verticalCode)]
  const stretch = Math.abs(entity.number(41, 1)) || 1
  const line = { text, height: entity.number(40), stretch, along: directionOfAngle(entity.number(50)) }
  if (!first) return null
  if (!second || (horizontal === 0 && vertical === 0))
    return placeUpright(entity, { ...line, at: first, across: 'start', down: 'base' })
  if (horizontal !== alignedCode && horizontal !== fittedCode) {
    const place = horizontal === middleCode ? 'middle' : (verticalAnchors[vertical] ?? 'base')
    return placeUpright(entity, { ...line, at: second, across: horizontalAnchors[horizontal] ?? 'start', down: place })
  }
  const baseline: Point = [second[0] - first[0], second[1] - first[1], 0]
  const length = Math.hypot(...baseline)
  if (length === 0) return placeUpright(entity, { ...line, at: first, across: 'start', down: 'base' })
  const letter = length / Math.max(1, text.length) / letterWidth
  const at: Point = [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2, first[2]]
  const between = { text, at, along: unit(baseline), across: 'middle', down: 'base' } as const
  return horizontal === alignedCode
    ? placeUpright(entity, { ...between, height: letter / stretch, stretch })
    : placeUpright(entity, { ...between, height: line.height, stretch: letter / line.height })
}

export const lineText = (entity: DxfEntity): EntityText | null => oneLine(entity, plainText(entity.text(1)), 73)

const [invisible, constant] = [1, 2]

/** An attribute of a block, such as the number of a room; a multi-line one embeds an MTEXT since AutoCAD 2018. */
export const attributeText = (entity: DxfEntity): EntityText | null => {
  if ((entity.number(70) & invisible) !== 0) return null
  if (entity.embedded) return paragraphText(entity.embedded)
  const text = entity.text(1)
  return oneLine(entity, text.includes('\\P') ? plainMtext(text) : plainText(text), 74)
}

/** Constant text of a block, the same on each insertion. Any other definition is a placeholder for an attribute. */
export const definitionText = (entity: DxfEntity): EntityText | null =>
  (entity.number(70) & constant) !== 0 ? attributeText(entity) : null

/** The nine attachment points of a text, by rows from the upper left. */
const attachment = (place: number): TextPlace => {
  const at = place >= 1 && place <= 9 ? place - 1 : 0
  return {
    across: (['start', 'middle', 'end'] as const)[at % 3] ?? 'start',
    down: (['top', 'middle', 'bottom'] as const)[Math.floor(at / 3)] ?? 'top',
  }
}

/** A multi-line text. Its point and direction are in world coordinates, its rotation is not. */
export const paragraphText = (entity: DxfEntity): EntityText | null => {
  const at = entity.point(10)
  if (!at) return null
  const textParts = entity.tags.filter(([code]) => code === 3).map(([, value]) => value)
  // An escaped letter may be split between two parts.
  const text = decodeEscapes([...textParts, entity.text(1)].join(''))
  const normal = entity.point(210)
  const direction = entity.point(11)
  const hasDirection = direction !== null && Math.hypot(...direction) > 0
  const lineDirection = hasDirection
    ? unit(direction)
    : directionIn(objectFrame(normal), directionOfAngle(entity.number(50)))
  const upDirection = unit(cross(unit(normal ?? world.z), lineDirection))
  const width = Math.max(0, entity.number(41))
  return nullIfInvisible({
    text: plainMtext(text),
    at,
    along: lineDirection,
    up: upDirection,
    height: mtextHeight(text, entity.number(40)),
    stretch: 1,
    width,
    ...attachment(entity.number(71, 1)),
  })
}
