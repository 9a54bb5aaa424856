import { expect, it } from 'vitest'
import { readSource, repositoryFiles } from './sources.ts'

const sources = repositoryFiles().filter(
  (path) => /^server\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path),
)

/** The purposes of derived keys: the info of HKDF, or the purpose of a cipher. */
const keyDerivations = /(?:hkdfSync\(.*|openCipher\(.*|CipherPurpose = )'(vigilux [a-z][a-z -]+)'/g

it('the inventory lists exactly the keys derived from the secret of the operator', () => {
  const derived = sources.flatMap((path) =>
    [...readSource(path).matchAll(keyDerivations)].map(([, purpose]) => purpose),
  )
  const listedMetrics = [...readSource('docs/security/inventory.md').matchAll(/^\| `(vigilux [^`]+)`/gm)].map(
    ([, purpose]) => purpose,
  )
  expect(derived.length).toBeGreaterThan(8)
  expect(listedMetrics.toSorted()).toEqual(derived.toSorted())
})
