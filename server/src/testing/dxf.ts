type Groups = readonly (string | number)[]

/** Groups of a DXF as its text has them: a code, then its value, each on a line. */
export const groups = (...pairs: Groups): string => pairs.join('\n')

export type DxfParts = { header?: Groups; layers?: Groups; blocks?: Groups; entities?: Groups }

const section = (name: string, content: Groups): string[] =>
  content.length > 0 ? [groups(0, 'SECTION', 2, name, ...content, 0, 'ENDSEC')] : []

/** A drawing of the groups of its sections. */
export const dxfText = ({ header = [], layers = [], blocks = [], entities = [] }: DxfParts): string =>
  [
    ...section('HEADER', header),
    ...section('TABLES', layers.length > 0 ? [0, 'TABLE', 2, 'LAYER', ...layers, 0, 'ENDTAB'] : []),
    ...section('BLOCKS', blocks),
    groups(0, 'SECTION', 2, 'ENTITIES', ...entities, 0, 'ENDSEC', 0, 'EOF'),
  ].join('\n')

export const dxfFile = (parts: DxfParts): Buffer => Buffer.from(dxfText(parts))
