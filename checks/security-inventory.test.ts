import { expect, it } from 'vitest'
import { read, repositoryFiles } from './sources.ts'

const sources = repositoryFiles().filter(
  (path) => /^server\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path),
)

/** What keys are derived for: the last words of HKDF, or the purpose of a vault. */
const derivations = /(?:hkdfSync\(.*|openVault\(.*|VaultPurpose = )'(vigilux [a-z][a-z -]+)'/g

it('lists every key that is derived from the secret of the operator, and none that is not', () => {
  const derived = sources.flatMap((path) => [...read(path).matchAll(derivations)].map(([, purpose]) => purpose))
  const listed = [...read('docs/security/inventory.md').matchAll(/^\| `(vigilux [^`]+)`/gm)].map(
    ([, purpose]) => purpose,
  )
  expect(derived.length).toBeGreaterThan(8)
  expect(listed.toSorted()).toEqual(derived.toSorted())
})
