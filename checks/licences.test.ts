import { expect, test } from 'vitest'
import { installedPackages } from '../scripts/licences.ts'

/** Permissive licences, and weak copyleft without duties for unchanged use. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'PSF-2.0',
  'Python-2.0',
  'OFL-1.1',
  'MPL-2.0',
])

/** `(MIT OR GPL-3.0)` offers a choice; `MIT AND OFL-1.1` requires both. */
const isAllowed = (licence: string): boolean => {
  const licenceName = licence.replaceAll(/[()]/g, '')
  if (licenceName.includes(' AND ')) return licenceName.split(' AND ').every(isAllowed)
  return licenceName.split(' OR ').some((one) => allowed.has(one.trim()))
}

test('every package has a licence that permits redistribution', () => {
  const packages = installedPackages()
  expect(packages.length).toBeGreaterThan(300)
  expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([])
})

test('the check refuses a licence that requires our source code', () => {
  expect(
    ['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'unknown', 'SEE LICENSE IN LICENSE'].filter(isAllowed),
  ).toEqual([])
  expect(['(MIT OR GPL-3.0)', 'MIT AND OFL-1.1'].every(isAllowed)).toBe(true)
})
