import { expect, test } from 'vitest'
import { readSource } from './sources.ts'

type Locked = { version?: string; integrity?: string; resolved?: string; link?: boolean }

const { packages } = JSON.parse(readSource('package-lock.json')) as { packages: Record<string, Locked> }
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

test('the lockfile has an integrity hash for each package', () => {
  expect(installed.length).toBeGreaterThan(500)
  const unsealed = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  expect(unsealed.map(([path, { version }]) => `${path} ${version}`)).toEqual([])
})

test('the lockfile names no registry host', () => {
  expect(Object.entries(packages).filter(([, { resolved = '' }]) => resolved.includes(':'))).toEqual([])
})

test('the icon drawings stay out of the install', () => {
  const drawings = Object.entries(packages).filter(([path]) => path.endsWith('node_modules/@tabler/icons'))
  expect(drawings.map(([path, { link }]) => [path, link])).toEqual([['node_modules/@tabler/icons', true]])
})
