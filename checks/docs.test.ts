import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource, repositoryFiles, root } from './sources.ts'

/** The documents name existing files, folders, links, npm scripts and settings. */

const documents = repositoryFiles().filter((path) => path.endsWith('.md'))
const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> }

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => `${code}`)

/** Code-styled words required to be a path: they begin with a folder or name a file of the root. */
const firstFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['node_modules', '.git', 'data'].includes(entry.name))
  .map(({ name }) => name)
const isPath = (code: string): boolean =>
  firstFolders.some((folder) => code.startsWith(`${folder}/`)) && /^[\w./-]+$/.test(code)

/** The findings of a check in each document, with the name of the document. */
const findInDocuments = (check: (text: string, document: string) => string[]): string[] =>
  documents.flatMap((document) => check(readSource(document), document).map((found) => `${document}: ${found}`))

test('the documents name only paths that exist', () => {
  const built = ['web/dist', 'docs/access-matrix.md']
  const missing = findInDocuments((text) =>
    codeIn(text)
      .filter((code) => isPath(code) && !built.some((path) => code.startsWith(path)))
      .filter((path) => !existsSync(join(root, path))),
  )
  expect(missing).toEqual([])
})

test('the documents name only source files that exist', () => {
  const names = new Set(repositoryFiles().flatMap((path) => path.split('/').at(-1) ?? []))
  const missing = findInDocuments((text) =>
    codeIn(text).filter((code) => /^[\w.-]+\.(?:tsx?|sql|typ)$/.test(code) && !names.has(code)),
  )
  expect(missing).toEqual([])
})

test('the documents link only to files that exist', () => {
  const missing = findInDocuments((text, document) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)]
      .map(([, link]) => `${link}`)
      .filter((link) => !existsSync(join(root, dirname(document), link))),
  )
  expect(missing).toEqual([])
})

test('the documents name only npm scripts that exist', () => {
  const missing = findInDocuments((text) =>
    [...text.matchAll(/npm run ([\w-]+)/g)].map(([, name]) => `${name}`).filter((name) => !(name in scripts)),
  )
  expect(missing).toEqual([])
})

const records = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md')

test('decision records are numbered without gaps, and the README lists each with its title', () => {
  const expected = records.map((_, at) => `${at + 1}`.padStart(4, '0'))
  expect(records.map((name) => name.slice(0, 4)).sort()).toEqual(expected)
  const decisionIndex = readSource('docs/decisions/README.md')
  const unlisted = records.filter((name) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(readSource(`docs/decisions/${name}`)) ?? []
    return !name.startsWith(`${number}`.padStart(4, '0')) || !decisionIndex.includes(`[${number}](${name}) ${title}`)
  })
  expect(unlisted).toEqual([])
})

test('a decision record has every section and fits on one page', () => {
  const wrongRecords = records.filter((name) => {
    const lines = readSource(`docs/decisions/${name}`).trimEnd().split('\n')
    const heads = lines.filter((line) => line.startsWith('## ')).join(' ')
    return heads !== '## Context ## Decision ## Alternatives ## Consequences' || lines.length > 45
  })
  expect(wrongRecords).toEqual([])
})

test('docs/operations/configuration.md lists exactly the settings of the server', () => {
  const declared = ['config', 'limits-config', 'map-config', 'metrics-config', 'tls-config', 'tracing-config']
    .map((name) => readSource(`server/src/config/${name}.ts`))
    .join('\n')
  const settings = [...declared.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => `${name}`)
  const describedNames = [...readSource('docs/operations/configuration.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(
    ([, name]) => `${name}`,
  )
  expect(settings.length).toBeGreaterThan(10)
  expect(describedNames.sort()).toEqual([...new Set(settings)].sort())
})

test('docs/flows.md states the correct length of its lists', () => {
  const [, ...flows] = readSource('docs/flows.md').split('\n## ')
  expect(flows).toHaveLength(3)
  for (const flow of flows) {
    const files = [...flow.matchAll(/^\d+\. `([^`]+)`: /gm)].map(([, path]) => `${path}`)
    const folders = new Set(files.map((path) => dirname(path)))
    expect(new Set(files).size).toBe(files.length)
    expect(flow).toContain(`Counted: ${files.length} files in ${folders.size} folders.`)
  }
})

test('ARCHITECTURE.md stays short', () => {
  const lines = readSource('ARCHITECTURE.md').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(250)
  expect(lines.filter((line) => line.length > 160)).toEqual([])
})
