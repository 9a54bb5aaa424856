import { serverFeatures } from './feature-graph.mjs'

/**
 * The import law, each rule with its reason. `checks/architecture.test.ts` proves the reading of every module and the
 * effect of every rule.
 */

const test = '\\.test\\.tsx?$'
const serverProduct = '^server/src/(?!testing/)'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const undeclaredUses = [
  ...Object.entries(serverFeatures).map(([feature, uses]) => ({
    name: `undeclared-use-by-${feature}`,
    comment: `The feature ${feature} asks ${uses.join(', ') || 'no other feature'}; another is to be listed in feature-graph.mjs first.`,
    severity: 'error',
    from: { path: `^server/src/features/${feature}/`, pathNot: test },
    to: {
      path: '^server/src/features/',
      pathNot: [`^server/src/features/(${[feature, ...uses].join('|')})/`, '\\.schema\\.ts$'],
    },
  })),
  {
    name: 'undeclared-use-by-a-new-feature',
    comment: 'A new feature asks nobody until it is listed in feature-graph.mjs.',
    severity: 'error',
    from: {
      path: '^server/src/features/([^/]+)/',
      pathNot: `^server/src/features/(${Object.keys(serverFeatures).join('|')})/`,
    },
    to: { path: '^server/src/features/', pathNot: '^server/src/features/$1/' },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-rings',
      comment: 'Modules in a ring cannot be read, tested or taken out one at a time.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'everything-resolves',
      comment:
        'An import that is not found escapes every other rule; the words are made by web/words-plugin.ts, addresses of files by Vite.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:words$|\\.(wasm|json)\\?url$' },
    },
    {
      name: 'contract-is-pure',
      comment:
        'The contract runs in browser, server and simulator alike: zod and nothing else. checks/time-stamp-library.test.ts',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: [test, '/time-stamp-token\\.ts$'] },
      to: { pathNot: ['^contract/src/', '^node_modules/zod/'] },
    },
    {
      name: 'contract-kernel-below-features',
      comment: 'The kernel of the contract is the language that features are written in; it names none of them.',
      severity: 'error',
      from: { path: '^contract/src/kernel/', pathNot: test },
      to: { path: '^contract/src/features/' },
    },
    {
      name: 'client-knows-only-contract',
      comment: 'Programs outside this repository use the client: it brings nothing but what the contract says.',
      severity: 'error',
      from: { path: '^client/src/', pathNot: test },
      to: { pathNot: ['^client/src/', '^contract/src/'] },
    },
    {
      name: 'device-plane-knows-only-contract',
      comment: 'Codecs are pure: bytes in, facts out.',
      severity: 'error',
      from: { path: '^device-plane/src/', pathNot: test },
      to: { pathNot: ['^device-plane/src/', '^contract/src/', '^node_modules/zod/', '^(node:)?crypto$'] },
    },
    {
      name: 'units-do-not-share',
      comment: 'A unit type is one folder that can be added and taken away without touching another.',
      severity: 'error',
      from: { path: '^device-plane/src/central-units/([^/]+)/' },
      to: { path: '^device-plane/src/central-units/', pathNot: '^device-plane/src/central-units/$1/' },
    },
    {
      name: 'simulator-speaks-wire-only',
      comment: 'A simulator with our codec would share our bugs; with our server it would not be a client.',
      severity: 'error',
      from: { path: '^simulator/src/' },
      to: { path: ['^server/', '^web/', '^device-plane/.*/codec\\.ts$', '^device-plane/src/gear-unit\\.ts$'] },
    },
    {
      name: 'bridge-is-a-unit',
      comment: 'The bridge is the firmware of a unit: it knows the wire, and neither our codec nor who answers.',
      severity: 'error',
      from: { path: '^bridge/src/', pathNot: [test, '^bridge/src/testing/'] },
      to: {
        path: ['^server/', '^web/', '^simulator/', '^device-plane/.*/codec\\.ts$', '^device-plane/src/gear-unit\\.ts$'],
      },
    },
    {
      name: 'web-meets-server-in-contract',
      comment: 'The browser knows what the contract says and nothing of who answers.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: ['^server/', '^device-plane/', '^simulator/'] },
    },
    {
      name: 'server-never-web',
      comment: 'The server serves files of the web client and imports none.',
      severity: 'error',
      from: { path: ['^server/', '^device-plane/', '^simulator/', '^contract/', '^client/'] },
      to: { path: '^web/' },
    },
    {
      name: 'front-door-only',
      comment: 'What a feature offers to others is in its index.ts; the rest it may change at will.',
      severity: 'error',
      from: { path: '^(server|web)/src/features/([^/]+)/' },
      to: {
        path: '^(server|web)/src/features/',
        pathNot: [
          '^$1/src/features/$2/',
          '^(server|web)/src/features/[^/]+/index\\.tsx?$',
          '^server/src/features/[^/]+/[^/]+\\.schema\\.ts$',
        ],
      },
    },
    {
      name: 'tables-of-others-in-stores',
      comment: "Another feature's tables are read in SQL alone: joins in a store, foreign keys in a schema.",
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: ['\\.(store|schema)\\.ts$', test] },
      to: { path: '^server/src/features/.*\\.schema\\.ts$', pathNot: '^server/src/features/$1/' },
    },
    {
      name: 'base-tables-of-others-in-stores',
      comment: 'The tables beneath the features are for the SQL of all, and otherwise for the feature of their name.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/', pathNot: ['\\.(store|schema)\\.ts$', test] },
      to: { path: '^server/src/tables/', pathNot: '^server/src/tables/$1\\.' },
    },
    {
      name: 'tables-below-features',
      comment: 'Tables that every feature joins know none of them, else there would be rings again.',
      severity: 'error',
      from: { path: '^server/src/tables/' },
      to: { path: ['^server/src/features/', '^server/src/adapters/'] },
    },
    ...undeclaredUses,
    {
      name: 'kernel-below-features',
      comment: 'Kernel and ports are what features stand on.',
      severity: 'error',
      from: { path: '^server/src/(kernel|ports)/', pathNot: test },
      to: { path: ['^server/src/features/', '^server/src/adapters/'] },
    },
    {
      name: 'adapters-know-no-feature',
      comment: 'An adapter serves a port and could serve another product.',
      severity: 'error',
      from: { path: '^server/src/adapters/', pathNot: test },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'adapters-wired-in-main',
      comment: 'Only the composition root knows which adapter stands behind a port.',
      severity: 'error',
      from: {
        path: serverProduct,
        pathNot: ['^server/src/(bin|composition)/', '^server/src/(demo|adapters)/', test],
      },
      to: { path: '^server/src/adapters/' },
    },
    {
      name: 'sql-in-stores',
      comment: 'SQL is in *.store.ts and *.schema.ts; a handler asks a store.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [
          '\\.(store|schema)\\.ts$',
          '^server/src/kernel/transaction\\.ts$',
          '^server/src/(adapters|testing)/',
          test,
        ],
      },
      to: { path: '^(server/)?node_modules/(drizzle-orm|pg)/' },
    },
    {
      name: 'web-shared-below-features',
      comment: 'What pages share knows none of them.',
      severity: 'error',
      from: { path: ['^web/src/shared/', '^web/src/site-map\\.ts$'], pathNot: test },
      to: { path: ['^web/src/features/', '^web/src/routes\\.tsx$', '^web/src/shell/'] },
    },
    {
      name: 'no-test-code-in-product',
      comment: 'What only tests need is not shipped.',
      severity: 'error',
      from: {
        path: '^(contract|device-plane|simulator|server|web)/src/',
        pathNot: [test, '^(server|web)/src/testing/'],
      },
      to: { path: [test, '^(server|web)/src/testing/', '^e2e/', '^checks/'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)(dist|data)/', '^server/src/(former-)?migrations/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
