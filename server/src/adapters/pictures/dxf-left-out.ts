/** What people draw with and we do not, by its name in the file; what is only for the program, as points of view, nobody misses. */
const missed = [
  ...[
    '3DSOLID',
    'ACAD_TABLE',
    'ATTRIB',
    'BODY',
    'DIMENSION',
    'HATCH',
    'IMAGE',
    'LEADER',
    'MESH',
    'MLINE',
    'MULTILEADER',
  ],
  ...['OLE2FRAME', 'POINT', 'RAY', 'REGION', 'SURFACE', 'TRACE', 'XLINE'],
]
const entity = new RegExp(`^[ \\t]*0\\r?\\n[ \\t]*(${missed.join('|')})[ \\t]*\\r?$`, 'gm')

/** The kinds of entities of a drawing that are not drawn, with how many there are, the most first; blocks count once. */
export const leftOut = (text: string): { kind: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const [, kind = ''] of text.matchAll(entity)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts]
    .map(([kind, count]) => ({ kind, count }))
    .sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
}
