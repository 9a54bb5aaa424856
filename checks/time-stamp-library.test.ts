import { expect, test } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

const reader = 'contract/src/features/logbook/time-stamp-token.ts'
const importsOf = (path: string): string[] =>
  [...readSource(path).matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(
    ([, name, laterName]) => name ?? laterName ?? '',
  )

/** The one exception to "zod and nothing else": one module reads certificates for browser, server and verifier. */
test('one module of the contract reads time stamps, and pages load it lazily', () => {
  expect(importsOf(reader)).toEqual(['asn1js', 'pkijs', './time-stamp.ts'])
  const sources = repositoryFiles().filter((path) =>
    /^(contract|web|device-plane|simulator)\/.*(?<!\.test)\.tsx?$/.test(path),
  )
  const otherReaders = sources.filter((path) => path !== reader && /'(asn1js|pkijs)'/.test(readSource(path)))
  expect(otherReaders).toEqual([])
  const eagerReaders = sources.filter((path) => /from '[^']*time-stamp-token\.ts'/.test(readSource(path)))
  expect(eagerReaders).toEqual([])
})
