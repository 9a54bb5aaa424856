import { type DxfDocument, type DxfEntity, nameKeyOf } from './dxf-document.ts'
import { blockUsers, isDrawn, isInvisible, isUnsupported } from './dxf-entities.ts'

const isOnSheet = (entity: DxfEntity): boolean => entity.number(67) === 1

/** The shown content of a drawing: its model, or each of its sheets if the model contains nothing drawable. */
export const shownSheets = ({ entities, blocks }: DxfDocument): DxfEntity[][] => {
  const hasContent = (sheet: readonly DxfEntity[]): boolean =>
    sheet.some((entity) => isDrawn(entity.type) && !isInvisible(entity))
  const model = entities.filter((entity) => !isOnSheet(entity))
  if (hasContent(model)) return [model]
  const otherSheets = [...blocks].filter(([name]) => /^[*$]PAPER_SPACE/.test(name)).map(([, block]) => block.entities)
  const sheets = [entities.filter(isOnSheet), ...otherSheets].filter(hasContent)
  return sheets.length > 0 ? sheets : [model]
}

/** Layer of the definition points of dimensions, which no program prints. */
const definitionLayer = 'DEFPOINTS'

/** Why an entity is not drawn: its kind is unsupported, or its block is external or missing. */
const missingOf = (entity: DxfEntity, { blocks }: DxfDocument): string | null => {
  if (isUnsupported(entity)) return nameKeyOf(entity.text(8)) === definitionLayer ? null : entity.type
  if (!blockUsers.has(entity.type)) return null
  const name = entity.text(2)
  const block = blocks.get(nameKeyOf(name))
  if (block && (!block.isExternal || block.entities.length > 0)) return null
  return entity.type === 'INSERT' ? `XREF ${name}` : entity.type
}

/** The shown entities of a drawing, with those of each used block once. */
function* usedEntities(document: DxfDocument): Generator<DxfEntity> {
  const pendingEntities = shownSheets(document)
  const seenBlocks = new Set<string>()
  for (let entities = pendingEntities.pop(); entities; entities = pendingEntities.pop())
    for (const entity of entities) {
      if (isInvisible(entity)) continue
      yield entity
      const name = blockUsers.has(entity.type) ? nameKeyOf(entity.text(2)) : ''
      const block = seenBlocks.has(name) ? undefined : document.blocks.get(name)
      seenBlocks.add(name)
      if (block) pendingEntities.push(block.entities)
    }
}

/** The undrawn kinds of entities of a drawing with their counts, most frequent first; a block counts once. */
export const findMissingParts = (document: DxfDocument): { kind: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const entity of usedEntities(document)) {
    const missingKind = missingOf(entity, document)
    if (missingKind) counts.set(missingKind, (counts.get(missingKind) ?? 0) + 1)
  }
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
}
