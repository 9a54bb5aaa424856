import { readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { serverFeatures, serverTables } from '../feature-graph.mjs'
import { readSource, repositoryFiles, root } from './sources.ts'

/** The feature graph: as declared, without rings of folders, and as drawn. */

type Edge = { from: string; to: string; tables: boolean }
type Source = { path: string; text: string }

const isProduct = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)
const imported = /(?:from|import) '(\.[^']+)'|import\('(\.[^']+)'\)/g

/** Imports of one feature by another. Types count as well. */
const edgesOf = (part: string, sources: readonly Source[]): Edge[] => {
  const inFeature = new RegExp(`^${part}/src/features/([^/]+)/`)
  return sources.flatMap(({ path, text }) => {
    const from = inFeature.exec(path)?.[1]
    if (!from) return []
    return [...text.matchAll(imported)].flatMap(([, staticImport, lazy]) => {
      const target = posix.join(posix.dirname(path), staticImport ?? lazy ?? '')
      const to = inFeature.exec(target)?.[1]
      return to && to !== from ? [{ from, to, tables: target.endsWith('.schema.ts') }] : []
    })
  })
}

const reachableFrom = (start: string, edges: readonly Edge[]): Set<string> => {
  const found = new Set<string>()
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const { from, to } of edges)
      if (from === at && !found.has(to)) {
        found.add(to)
        open.push(to)
      }
  return found
}

/** The edges of rings, each as `from → to`. */
const ringsIn = (edges: readonly Edge[]): string[] => {
  const inRing = edges.filter(({ from, to }) => reachableFrom(to, edges).has(from))
  return [...new Set(inRing.map(({ from, to }) => `${from} → ${to}`))].sort()
}

const sources = repositoryFiles()
  .filter(isProduct)
  .map((path) => ({ path, text: readSource(path) }))

it.each(['contract', 'server', 'web'])('the features of %s have no dependency cycles', (part) => {
  const edges = edgesOf(part, sources)
  expect(edges.length).toBeGreaterThan(3)
  expect(ringsIn(edges)).toEqual([])
})

const byFeature = (edges: readonly Edge[]): Record<string, string[]> =>
  Object.fromEntries(
    [...Map.groupBy(edges, ({ from }) => from)].map(([from, outgoing]) => [
      from,
      [...new Set(outgoing.map(({ to }) => to))].sort(),
    ]),
  )
const withUses = (declared: Record<string, readonly string[]>) =>
  Object.fromEntries(Object.entries(declared).filter(([, uses]) => uses.length > 0))

it.each([
  { what: 'front doors', declared: serverFeatures, tables: false },
  { what: 'tables', declared: serverTables, tables: true },
])('server features use exactly the $what that they declare', ({ declared, tables }) => {
  expect(byFeature(edgesOf('server', sources).filter((edge) => edge.tables === tables))).toEqual(withUses(declared))
})

it('the graph finds cycles through types, tables and lazy imports', () => {
  const planted = [
    { path: 'server/src/features/a/a.ts', text: "import type { B } from '../b/index.ts'" },
    { path: 'server/src/features/b/b.store.ts', text: "import { cTable } from '../c/c.schema.ts'" },
    { path: 'server/src/features/c/c.ts', text: "const a = await import('../a/index.ts')" },
    { path: 'server/src/features/d/d.ts', text: "import { a } from '../a/index.ts'\nimport { e } from './e.ts'" },
  ]
  expect(ringsIn(edgesOf('server', planted))).toEqual(['a → b', 'b → c', 'c → a'])
  expect(byFeature(edgesOf('server', planted).filter(({ tables }) => tables))).toEqual({ b: ['c'] })
})

it('docs/feature-graph.md shows the current graph', () => {
  const arrows = (declared: Record<string, readonly string[]>, arrow: string) =>
    Object.entries(withUses(declared)).map(([from, uses]) => `  ${from} ${arrow} ${uses.join(' & ')}`)
  const usedFeatures = new Set([...Object.entries(withUses(serverFeatures)).flatMap(([from, uses]) => [from, ...uses])])
  const unusedFeatures = Object.keys(serverFeatures).filter((feature) => !usedFeatures.has(feature))
  const graph = [
    '```mermaid',
    'graph LR',
    ...arrows(serverFeatures, '-->'),
    ...unusedFeatures.map((one) => `  ${one}`),
    '```',
  ]
  const tables = ['```mermaid', 'graph LR', ...arrows(serverTables, '-.->'), '```']
  const path = join(root, 'docs/feature-graph.md')
  const page = readFileSync(path, 'utf8')
  const graphParts = [graph, tables].map((lines) => lines.join('\n'))
  const diagrams = page.match(/```mermaid\n[^`]*```/g) ?? []
  if (process.env.UPDATE_DOCS)
    writeFileSync(
      path,
      diagrams.reduce((text, block, at) => text.replace(block, graphParts[at] ?? block), page),
    )
  expect(readFileSync(path, 'utf8').match(/```mermaid\n[^`]*```/g)).toEqual(graphParts)
})
