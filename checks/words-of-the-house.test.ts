import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

/** Words forbidden in a public repository. */

const ownPath = 'checks/words-of-the-house.test.ts'
const texts = repositoryFiles().filter(
  (path) => path !== ownPath && !/\.(png|jpe?g|woff2?|ttf|ico|pdf)$/.test(path) && path !== 'package-lock.json',
)

const forbiddenWords: Record<string, RegExp> = {
  'a note to do something later': /\b(TODO|FIXME|XXX|HACK)\b/,
  'a path of one machine': /(^|[\s'"`(])\/(work|home|Users|root)\//m,
  'a test that is switched off or alone': /\b(describe|test|it)\.(only|skip|todo)\(/,
  'the rules or the type checker switched off': /@ts-(ignore|nocheck)\b|eslint-disable/,
}

test('no file contains a forbidden text', () => {
  expect(texts.length).toBeGreaterThan(300)
  const found = texts.flatMap((path) => {
    const text = readSource(path)
    return Object.entries(forbiddenWords).flatMap(([name, pattern]) => (pattern.test(text) ? [`${path}: ${name}`] : []))
  })
  expect(found).toEqual([])
})

test('no file name uses a meaningless word', () => {
  const empty = /(^|[-/.])(utils?|helpers?|common|misc|manager|service)([-.]|$|\/)/i
  expect(
    repositoryFiles()
      // The extension for systemd.
      .filter((path) => !path.endsWith('.service'))
      .filter((path) => empty.test(path)),
  ).toEqual([])
})

type Lock = {
  packages: Record<string, { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> }>
}

test('the lockfile names no registry and includes every platform', () => {
  const { packages } = JSON.parse(readSource('package-lock.json')) as Lock
  expect(Object.entries(packages).filter(([, { resolved, link }]) => resolved && !link)).toEqual([])
  const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`${parent}/node_modules/${name}` in packages || `node_modules/${name}` in packages),
    ),
  )
  expect(missing, 'npm run lockfile').toEqual([])
})
