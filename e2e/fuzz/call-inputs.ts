import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import { signUp } from '@vigilux/contract/features/accounts/account.ts'
import {
  isPlantPermission,
  type Permission,
  type PlantRole,
  plantPermissions,
} from '@vigilux/contract/kernel/permissions.ts'
import fc, { type Arbitrary } from 'fast-check'
import { demoAccounts } from '../../server/src/demo/demo-accounts.ts'
import { mutated, mutation } from './mutations.ts'
import { arbitraryKnownValues } from './names.ts'
import { arbitraryOf, type Schema } from './shapes.ts'

/** The framing of a call. Every framing except `plain` is a transport error. */
const httpFramings = ['text', 'form', 'no-type', 'put', 'get', 'empty', 'foreign', 'cut', 'wrong-path'] as const
const socketFramings = ['binary', 'no-id', 'long-id', 'bare', 'not-utf8', 'fragments', 'ping'] as const
export type Framing = 'plain' | (typeof httpFramings)[number] | (typeof socketFramings)[number]

/** One call before its placeholders are resolved. */
export type CallInput = {
  /** Name of a demo account with several copies; `nobody`, or `forged` with a forged session cookie. */
  callerKind: string
  copy: number
  /** Selects the items for the placeholders in the text. */
  at: number
  /** An action, or another path. */
  action: string
  /** JSON of its input, possibly mutated. */
  text: string
  framing: Framing
}

const callers = demoAccounts.map(({ name }) => name)
const anonymousKinds = ['nobody', 'forged']

/** Accounts with the permission. */
const allowed = (permission: Permission): string[] => {
  if (permission === 'admin.nto') return ['nto']
  if (permission === 'admin.ba') return ['ba', 'nto']
  if (permission === 'plants.create') return ['installer']
  if (!isPlantPermission(permission)) return callers
  const roles: readonly PlantRole[] = plantPermissions[permission]
  return demoAccounts.filter(({ role }) => role && roles.includes(role)).map(({ name }) => name)
}

const callerFor = (permission: Permission): Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(allowed(permission)[0] ?? 'installer') },
    { weight: 12, arbitrary: fc.constantFrom(...allowed(permission)) },
    { weight: 2, arbitrary: fc.constantFrom(...callers, ...anonymousKinds) },
  )

const json = (value: unknown): string => JSON.stringify(value) ?? 'null'

const withFault = (validValues: Arbitrary<unknown>): Arbitrary<string> =>
  fc.tuple(validValues, mutation).map(([value, fault]) => mutated(value, fault))

/** Mostly valid values, some at the bounds, some mutated. */
const textFor = (schema: Schema): Arbitrary<string> => {
  const validInputs = arbitraryOf(schema, { known: arbitraryKnownValues, atBounds: false })
  const atBounds = arbitraryOf(schema, { known: arbitraryKnownValues, atBounds: true })
  return fc.oneof(
    { weight: 14, arbitrary: validInputs.map(json) },
    { weight: 1, arbitrary: atBounds.map(json) },
    { weight: 3, arbitrary: withFault(validInputs) },
  )
}

const framingOf = (faults: readonly Framing[]): Arbitrary<Framing> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant('plain' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...faults) },
  )

const copy = fc.nat({ max: 1_000 })
const at = fc.nat({ max: 10_000 })

type CallParts = { callerKind: Arbitrary<string>; action: Arbitrary<string>; text: Arbitrary<string> }

const callOf = ({ callerKind, action, text }: CallParts, framings: readonly Framing[]): Arbitrary<CallInput> =>
  fc.record({ callerKind, copy, at, action, text, framing: framingOf(framings) })

const names = Object.keys(actions) as ActionName[]

const knownCalls = (framings: readonly Framing[]): Arbitrary<CallInput> =>
  fc.oneof(
    ...names.map((name) => {
      const { permission, input } = actions[name]
      return callOf({ callerKind: callerFor(permission), action: fc.constant(name), text: textFor(input) }, framings)
    }),
  )

const unknownCalls = (framings: readonly Framing[]): Arbitrary<CallInput> =>
  callOf(
    {
      callerKind: fc.constantFrom(...callers, ...anonymousKinds),
      action: fc.constantFrom('', 'getEverything', 'toString', '__proto__', 'x'.repeat(61), '\0', 'getallplants'),
      text: fc.jsonValue({ maxDepth: 3 }).map(json),
    },
    framings,
  )

const email = fc.nat({ max: 40 }).map((n) => `person-${n}@fuzz.test`)
const password = fc.constantFrom('Demo-1234!', 'Other-1234!', 'short', 'x'.repeat(129))
const code = fc.constantFrom('123456', '000000', '12345')
/** Forms of accounts, by their path. */
const forms: Record<string, Arbitrary<unknown>> = {
  confirm: fc.record({ email, code }),
  resend: fc.record({ email }),
  'sign-in': fc.record({ email, password }),
  forgot: fc.record({ email }),
  reset: fc.record({ email, code, password, confirmation: password }),
  'change-password': fc.record({ current: password, password, confirmation: password }),
  'sign-out': fc.constant({}),
  nothing: fc.constant({}),
}

/** Anonymous: no account of the run is signed out or locked. */
const flowCalls = (name: string, text: Arbitrary<string>): Arbitrary<CallInput> =>
  callOf({ callerKind: fc.constant('nobody'), action: fc.constant(`/api/auth/${name}`), text }, httpFramings)

const formCalls: Arbitrary<CallInput> = fc.oneof(
  flowCalls('sign-up', textFor(signUp)),
  ...Object.entries(forms).map(([name, form]) => flowCalls(name, fc.oneof(form.map(json), withFault(form)))),
)

const otherPaths = [
  '/files/\u00ablink\u00bb',
  '/files/abc',
  '/files/%00',
  `/files/${'x'.repeat(400)}`,
  '/api/docs/openapi.json',
  '/api/docs/asyncapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/..%2f..%2fetc/passwd',
  '/%c0%ae',
  '/assets/nothing.js',
  '/realtime',
  '/api/auth/get-session',
]

/** Other paths: file links, documents, health, and unknown paths. */
const pathCalls: Arbitrary<CallInput> = callOf(
  {
    callerKind: fc.constantFrom(...callers, ...anonymousKinds),
    action: fc.constantFrom(...otherPaths),
    text: fc.string({ maxLength: 200 }),
  },
  ['get', 'get', 'put', 'form', 'cut'],
)

export const httpCalls: Arbitrary<CallInput> = fc.oneof(
  { weight: 90, arbitrary: knownCalls(httpFramings) },
  { weight: 2, arbitrary: unknownCalls(httpFramings) },
  { weight: 2, arbitrary: pathCalls },
  { weight: 1, arbitrary: formCalls },
)

export const socketCalls: Arbitrary<CallInput> = fc.oneof(
  { weight: 95, arbitrary: knownCalls(socketFramings) },
  { weight: 2, arbitrary: unknownCalls(socketFramings) },
)
