import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run licences`: the product's parts and their licenses, from the packages' own data. */

const root = join(import.meta.dirname, '..')

type Package = { name: string; version: string; licence: string }

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

/** Packages without a license in their manifest, with the license from their documentation. */
const statedElsewhere: Record<string, string> = { 'humanize-number@0.0.2': 'MIT' }

const licenceOf = (manifest: { license?: unknown; licenses?: { type?: string }[] }): string => {
  if (typeof manifest.license === 'string') return manifest.license
  const licenceType = (manifest.license as { type?: string } | undefined)?.type
  return licenceType ?? manifest.licenses?.map(({ type }) => type).join(' OR ') ?? 'unknown'
}

/** Every installed package, from its own manifest. */
export const installedPackages = (): Package[] => {
  const { packages } = readJson(join(root, 'node_modules/.package-lock.json')) as { packages: Record<string, object> }
  return Object.keys(packages)
    .filter((path) => path.includes('node_modules/') && !path.includes('@vigilux'))
    .map((path) => {
      const manifest = readJson(join(root, path, 'package.json'))
      const { name, version } = manifest
      return { name, version, licence: statedElsewhere[`${name}@${version}`] ?? licenceOf(manifest) }
    })
    .sort((a, b) => a.name.localeCompare(b.name))
}

if (process.argv[1] === import.meta.filename)
  for (const { name, version, licence } of installedPackages()) console.log(`${name}@${version}\t${licence}`)
