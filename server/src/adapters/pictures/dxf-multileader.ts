import { DxfEntity } from './dxf-document.ts'
import type { Point } from './dxf-geometry.ts'
import { type EntityText, paragraphText } from './dxf-text-entities.ts'

/** Begins of the nested parts of a multileader by their code, and the codes at their ends. */
const beginnings: Readonly<Record<string, string>> = { 300: 'CONTEXT_DATA{', 302: 'LEADER{', 304: 'LEADER_LINE{' }
const endings: ReadonlySet<number> = new Set([301, 303, 305])

/** Group codes of a paragraph for those of its context. */
const paragraphCodes: Readonly<Record<number, number>> = {
  12: 10,
  22: 20,
  32: 30,
  13: 11,
  23: 21,
  33: 31,
  11: 210,
  21: 220,
  31: 230,
  41: 40,
  43: 41,
  171: 71,
  304: 1,
}

/** The context of a multileader, with its leaders as parts, and their lines as parts of these. */
const contextOf = (entity: DxfEntity): DxfEntity => {
  const root = new DxfEntity(entity.type)
  const open = [root]
  for (const tag of entity.tags) {
    const [code, value] = tag
    const within = open.at(-1) ?? root
    if (beginnings[code] !== undefined && beginnings[code] === value) {
      const part = new DxfEntity(String(value))
      within.parts.push(part)
      open.push(part)
    } else if (endings.has(code) && open.length > 1) open.pop()
    else within.add(tag)
  }
  return root.parts[0] ?? root
}

/** The text of a multileader; null if it points with a block. */
export const leaderText = (entity: DxfEntity): EntityText | null => {
  const paragraph = new DxfEntity('MTEXT')
  for (const [code, value] of contextOf(entity).tags) {
    const paragraphCode = paragraphCodes[code]
    if (paragraphCode) paragraph.add([paragraphCode, value])
  }
  return paragraphText(paragraph)
}

/** The lines of a multileader, each with its landing at the text. */
export const leaderLines = (entity: DxfEntity): Point[][] =>
  contextOf(entity).parts.flatMap((leader) => {
    const [end, along, length] = [leader.point(10), leader.point(11) ?? [0, 0, 0], leader.number(40)]
    const landing: Point[] = end ? [end, [end[0] + along[0] * length, end[1] + along[1] * length, end[2]]] : []
    return leader.parts.map((line) => [...line.points(10), ...landing])
  })
