import type { Point } from './dxf-geometry.ts'
import { dxfTags, type Tag } from './dxf-tags.ts'

/** Group code after which an embedded object follows, with the same codes as its entity. */
const embedded = 101

/** A height, which is invisible from above: an invalid one is 0. */
const heightOf = (z = 0): number => (Number.isFinite(z) ? z : 0)

/** An entity with its groups in order, and its parts: vertices of a polyline, attributes of a block. */
export class DxfEntity {
  readonly type: string
  readonly tags: Tag[] = []
  readonly parts: DxfEntity[] = []
  /** The embedded object, such as the paragraph of an attribute. */
  embedded: DxfEntity | null = null

  constructor(type: string) {
    this.type = type
  }

  add(tag: Tag): void {
    if (tag[0] === embedded) this.embedded = new DxfEntity(String(tag[1]))
    else (this.embedded ?? this).tags.push(tag)
  }

  number(code: number, fallback = 0): number {
    const found = this.tags.find((tag) => tag[0] === code)?.[1]
    return typeof found === 'number' && Number.isFinite(found) ? found : fallback
  }

  text(code: number): string {
    return String(this.tags.find((tag) => tag[0] === code)?.[1] ?? '')
  }

  numbers(code: number): number[] {
    return this.tags.filter((tag) => tag[0] === code).map(([, value]) => Number(value))
  }

  /** A point whose x has this code, at no place if a coordinate is invalid; null where there is none. */
  point(code: number): Point | null {
    const [x, y = 0, z = 0] = [code, code + 10, code + 20].map((axis) => this.tags.find((tag) => tag[0] === axis)?.[1])
    return x === undefined ? null : [Number(x), Number(y), heightOf(Number(z))]
  }

  /** Every point whose x has this code. */
  points(code: number): Point[] {
    const [xs, ys, zs] = [this.numbers(code), this.numbers(code + 10), this.numbers(code + 20)]
    return xs.map((x, at) => [x, ys[at] ?? 0, zs.length === xs.length ? heightOf(zs[at]) : 0])
  }
}

export type LayerState = 'on' | 'off' | 'frozen'
export type DxfLayer = { name: string; state: LayerState }
export type DxfBlock = { name: string; base: Point; isExternal: boolean; entities: DxfEntity[] }

/** The data of a DXF for drawing. Layers and blocks are keyed by their name in capitals, since names ignore case. */
export type DxfDocument = {
  /** Header variables by name. */
  header: ReadonlyMap<string, string | number>
  layers: ReadonlyMap<string, DxfLayer>
  blocks: ReadonlyMap<string, DxfBlock>
  entities: readonly DxfEntity[]
}

export const nameKeyOf = (name: string): string => name.trim().toUpperCase()

const layerOf = (entry: DxfEntity): DxfLayer => {
  const isFrozen = (entry.number(70) & 1) !== 0
  return { name: entry.text(2), state: isFrozen ? 'frozen' : entry.number(62) < 0 ? 'off' : 'on' }
}

const blockOf = (head: DxfEntity): DxfBlock => ({
  name: head.text(2) || head.text(3),
  base: head.point(10) ?? [0, 0, 0],
  // A block from another drawing or an overlay: its content is not in this file.
  isExternal: (head.number(70) & (4 | 8)) !== 0,
  entities: [],
})

const owners: Readonly<Record<string, string>> = { VERTEX: 'POLYLINE', ATTRIB: 'INSERT' }

/** Combines entities with their parts. */
const collector = () => {
  const layers = new Map<string, DxfLayer>()
  const blocks = new Map<string, DxfBlock>()
  const entities: DxfEntity[] = []
  let block: DxfBlock | null = null
  let owner: DxfEntity | null = null
  const addDrawn = (entity: DxfEntity, to: DxfEntity[]): void => {
    if (owner && owners[entity.type] === owner.type) owner.parts.push(entity)
    else {
      owner = Object.values(owners).includes(entity.type) ? entity : null
      if (entity.type !== 'SEQEND') to.push(entity)
    }
  }
  const addToBlocks = (entity: DxfEntity): void => {
    if (entity.type === 'ENDBLK') block = null
    else if (entity.type !== 'BLOCK') addDrawn(entity, block?.entities ?? [])
    else {
      block = blockOf(entity)
      blocks.set(nameKeyOf(block.name), block)
    }
  }
  const add = (section: string, entity: DxfEntity): void => {
    if (section === 'ENTITIES') addDrawn(entity, entities)
    else if (section === 'BLOCKS') addToBlocks(entity)
    else if (section === 'TABLES' && entity.type === 'LAYER') layers.set(nameKeyOf(entity.text(2)), layerOf(entity))
  }
  return { layers, blocks, entities, add }
}

class DocumentReader {
  readonly header = new Map<string, string | number>()
  readonly collected = collector()
  #section = ''
  #variable = ''
  #current: DxfEntity | null = null
  /** Whether the section of entities is complete. */
  isWhole = false
  isAtEnd = false

  #begin(name: string): void {
    if (this.#current) this.collected.add(this.#section, this.#current)
    const isEndOfSection = name === 'ENDSEC'
    this.isAtEnd = name === 'EOF'
    if (this.isAtEnd || (isEndOfSection && this.#section === 'ENTITIES')) this.isWhole = true
    if (isEndOfSection) this.#section = ''
    this.#current = isEndOfSection || this.#section === 'OBJECTS' ? null : new DxfEntity(name)
  }

  #addToHeader([code, value]: Tag): void {
    if (code === 9) this.#variable = String(value).trim()
    else if (!this.header.has(this.#variable)) this.header.set(this.#variable, value)
  }

  read(tag: Tag): void {
    const [code, value] = tag
    if (code === 0) this.#begin(nameKeyOf(String(value)))
    else if (this.#section === 'HEADER') this.#addToHeader(tag)
    else if (code === 2 && this.#current?.type === 'SECTION') {
      this.#section = nameKeyOf(String(value))
      this.#current = null
    } else this.#current?.add(tag)
  }
}

/** Reads a drawing; null if it ends before its entities do. Throws if it is damaged. */
export const readDocument = (content: Uint8Array): DxfDocument | null => {
  const reader = new DocumentReader()
  for (const tag of dxfTags(content)) {
    reader.read(tag)
    if (reader.isAtEnd) break
  }
  const { header, collected, isWhole } = reader
  const { layers, blocks, entities } = collected
  return isWhole ? { header, layers, blocks, entities } : null
}
