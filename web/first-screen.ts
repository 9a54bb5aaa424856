import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

type ModuleInfo = { importedIds: readonly string[] }
type GetModule = (id: string) => ModuleInfo | null

const source = (file: string): string => join(import.meta.dirname, 'src', file)

/** Libraries in chunks of their own, which outlive a release. */
const libraries: readonly (readonly [name: string, packages: RegExp])[] = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  [
    'tanstack',
    /node_modules\/@tanstack\/(history|router-core|react-router|store|react-store|query-core|react-query)\//,
  ],
  ['i18n', /node_modules\/(i18next|react-i18next|html-parse-stringify|void-elements)\//],
  ['zod', /node_modules\/zod\//],
]

/** Packages imported by one module which names all of their parts. */
const barrel = /node_modules\/(@mantine\/(core|hooks)|@tabler\/icons-react)\/.*\/(index|[\w-]+-react)\.mjs$/
const named = /import \{([^}]+)\} from '(?:@mantine\/(?:core|hooks)|@tabler\/icons-react)'/g
const partNameOf = (id: string): string => basename(id, '.mjs').replaceAll('-', '').toLowerCase()

/** The names of such packages in one of our files, in small letters. */
const listImportedNames = (id: string): string[] => {
  if (!id.startsWith(import.meta.dirname) || !existsSync(id)) return []
  const lists = [...readFileSync(id, 'utf8').matchAll(named)].map(([, list = '']) => list)
  return lists.flatMap((list) => list.split(',').map((one) => one.trim().toLowerCase()))
}

/** The index of a folder passes on exports of other files, and leads only to the imported ones. */
const frontDoor = /\/src\/features\/[\w-]+\/index\.ts$/
const reExportPattern = /export \{([^}]+)\} from '(\.\/[^']+)'/g
const importPattern = /(?:import|export) \{([^}]+)\} from '([^']+)'/g
const namesOf = (list: string): string[] =>
  list.split(',').flatMap((one) =>
    /^\s*type\s/.test(one)
      ? []
      : one
          .trim()
          .split(/\s+as\s+/)
          .slice(0, 1),
  )

const throughDoor = (id: string, door: string, look: GetModule): readonly string[] => {
  const wanted = [...readFileSync(id, 'utf8').matchAll(importPattern)].flatMap(([, list = '', from = '']) =>
    join(dirname(id), from) === door ? namesOf(list) : [],
  )
  const doors = [...readFileSync(door, 'utf8').matchAll(reExportPattern)].map(([, list = '', from = '']) => ({
    names: namesOf(list),
    file: join(dirname(door), from),
  }))
  const isAtTheDoor = (name: string) => !doors.some(({ names }) => names.includes(name))
  const files = doors.filter(({ names }) => names.some((name) => wanted.includes(name))).map(({ file }) => file)
  // Code in the door itself needs the other imports of the door.
  const besides = (look(door)?.importedIds ?? []).filter((one) => !doors.some(({ file }) => file === one))
  return wanted.some(isAtTheDoor) ? [...files, door, ...besides] : files
}

const importsOf = (id: string, look: GetModule): readonly string[] => {
  const names = listImportedNames(id)
  return (look(id)?.importedIds ?? []).flatMap((one) => {
    if (barrel.test(one)) return (look(one)?.importedIds ?? []).filter((part) => names.includes(partNameOf(part)))
    return frontDoor.test(one) && id.startsWith(import.meta.dirname) ? throughDoor(id, one, look) : [one]
  })
}

/** Every module reached from here; of a package with a barrel only the named parts. */
const collectModules = (id: string, look: GetModule, found = new Set<string>()): Set<string> => {
  if (found.has(id)) return found
  found.add(id)
  for (const next of importsOf(id, look)) collectModules(next, look, found)
  return found
}

/** The chunks of the first screen, by their names below. */
export const firstChunks: readonly string[] = [
  'start',
  'frame',
  'signed-in',
  'sign-in',
  'list',
  'home',
  ...libraries.map(([name]) => name),
]

/** Style sheets shared by several pages: one file instead of twenty small ones. */
const sharedStyles = /\/src\/shared\/.*\.module\.css$/

type Group = {
  name: (id: string, graph: { getModuleInfo: GetModule }) => string | null
  priority: number
  debugName: string
}

/**
 * Chunk of a module: `start` for the first code, `frame` for every page's drawing, `signed-in` for the surroundings of
 * signed-in people's pages, `sign-in` for the first page of all others, `list` and `home` for the first page after
 * sign-in, whose list most pages share. So these are a few files instead of seventy: small files compress worse, and
 * each costs a phone some milliseconds.
 */
export const chunkGroups = (): Group[] => {
  const led = new Map<string, Set<string>>()
  const isLedTo = (from: string, id: string, look: GetModule): boolean => {
    const found = led.get(from) ?? collectModules(source(from), look)
    led.set(from, found)
    return found.has(id)
  }
  const isSignedIn = (id: string, look: GetModule) => isLedTo('shell/SignedInFrame.tsx', id, look)
  const isHome = (id: string, look: GetModule) => isLedTo('features/plants/PlantsPage.tsx', id, look)
  const isDevices = (id: string, look: GetModule) => isLedTo('features/lamps/DevicesPage.tsx', id, look)
  const isSignIn = (id: string, look: GetModule) => isLedTo('features/accounts/SignInPage.tsx', id, look)
  const isCards = (id: string, look: GetModule) => isLedTo('demo/DemoSignIn.tsx', id, look)
  const names: ((id: string, look: GetModule) => string | null | undefined)[] = [
    (id) => libraries.find(([, packages]) => packages.test(id))?.[0],
    (id, look) => (isLedTo('start.ts', id, look) || id.includes('vite/preload-helper') ? 'start' : null),
    (id, look) =>
      isLedTo('main.tsx', id, look) ||
      ((isSignIn(id, look) || isCards(id, look)) && (isSignedIn(id, look) || isHome(id, look)))
        ? 'frame'
        : null,
    (id, look) => (isSignedIn(id, look) ? 'signed-in' : null),
    (id, look) => (isSignIn(id, look) ? 'sign-in' : null),
    (id) => (sharedStyles.test(id) ? 'styles' : null),
    (id, look) => (isHome(id, look) && isDevices(id, look) ? 'list' : null),
    (id, look) => (isHome(id, look) ? 'home' : null),
  ]
  return names.map((nameOf, at) => ({
    name: (id, graph) => nameOf(id, (one) => graph.getModuleInfo(one)) ?? null,
    // A group takes the imports of its modules, except those taken by an earlier group.
    priority: names.length - at,
    debugName: `chunks of the first screen, ${at + 1}`,
  }))
}

/** A page may override a rule of a shared sheet, so its own sheets come later. */
const isSharedSheet = (file: string): boolean => /^assets\/styles-.*\.css$/.test(file)

/** Chunks of the frame, and those loading it: no page has to request them. */
const sharedChunkPattern = /^assets\/(start|frame|react|tanstack|i18n)-/

/**
 * Files fetched at once with a page, instead of one after the other. The first code has these lists of all pages; in
 * one order, and without files already loaded, they are half as long when packed.
 */
export const filesOfPages = () => {
  const places = new Map<string, number>()
  const placeOf = (file: string): number => {
    const place = places.get(file) ?? places.size
    places.set(file, place)
    return place
  }
  return (_page: string, files: readonly string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
    hostType === 'html'
      ? [...files]
      : files
          .filter((file) => !sharedChunkPattern.test(file))
          .sort(
            (one, other) => Number(isSharedSheet(other)) - Number(isSharedSheet(one)) || placeOf(one) - placeOf(other),
          )
}

type Chunk = { name?: string; fileName: string; imports: string[]; viteMetadata: { importedCss: Set<string> } }

/**
 * Has the browser fetch the frame's code and styles as soon as it reads the page: only `start` asks for the frame. No
 * style holds up the mark shown until then.
 */
export const preloadFrame = (): Plugin => ({
  name: 'vigilux-preload-frame',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const built = Object.values(bundle) as unknown as Chunk[]
      const frame = built.find(({ name }) => name === 'frame')
      if (!frame) throw new Error('the build has no chunk of the frame')
      const scripts = [frame.fileName, ...frame.imports].map((file) => ({ rel: 'modulepreload', href: `/${file}` }))
      const styles = [...frame.viteMetadata.importedCss].map((file) => ({
        rel: 'preload',
        as: 'style',
        href: `/${file}`,
      }))
      return [...scripts, ...styles].map((attrs) => ({
        tag: 'link',
        attrs: { ...attrs, crossorigin: true },
        injectTo: 'head' as const,
      }))
    },
  },
})
