import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import { signUp } from '@vigilux/contract/features/accounts/account.ts'
import { expect, it } from 'vitest'
import { sampleInputs } from './sample-inputs.ts'

/**
 * Characters at the begin of a header or line, or as a disguise of a name, in mails, pushes, files and the logbook.
 * Each field of each call refuses or strips them. Multi-line text may keep a line feed.
 */
const hostileCharacters = ['\0', '\r\n', '\n', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '\u200f']
const forbidden = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]/u
/** Fields for text of several lines. */
const multiLineFields = /note|text|reason|comment|description|remark|message|answer/i

type Found = { path: string; value: string }
const stringsOf = (value: unknown, path = ''): Found[] => {
  if (typeof value === 'string') return [{ path, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, content]) => stringsOf(content, `${path}.${field}`))
}
const replaceAt = (value: unknown, path: readonly string[], replacement: string): unknown => {
  const [field, ...rest] = path
  if (field === undefined) return replacement
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...(value as object) }
  Object.assign(copy, { [field]: replaceAt(Reflect.get(value as object, field), rest, replacement) })
  return copy
}

const registration = {
  kind: 'company',
  usertype: 'installer',
  email: 'a@b.test',
  password: 'Demo-1234!',
  confirmation: 'Demo-1234!',
  name: 'Ada',
  surname: 'Rossi',
  phone: '+39 0422 1',
  businessname: 'Rossi',
  piva: 'IT09999555007',
  language: 'it',
  ageDeclared: true,
  address: { street: 'Via Roma', housenumber: '1', prov: 'TV', cap: '31100', city: 'Treviso', country: 'IT' },
  termsAccepted: true,
  marketing: false,
  profiling: false,
  thirdparts: false,
}
const ids = { plantId: randomUUID(), userId: randomUUID(), otherId: randomUUID() }
const samples = Object.entries(sampleInputs(ids)).map(
  ([name, input]) => [name, actions[name as ActionName].input, input] as const,
)

type Case = readonly [name: string, schema: { safeParse: (input: unknown) => { data?: unknown } }, input: unknown]

/** Fields of a parsed call with such a character left. */
const findInvisible = (data: unknown): Found[] =>
  stringsOf(data).filter(
    ({ path, value }) =>
      forbidden.test(value) && !(multiLineFields.test(path) && !forbidden.test(value.replaceAll('\n', ''))),
  )

const failuresOf = ([name, schema, input]: Case): string[] =>
  stringsOf(input).flatMap(({ path, value }) =>
    hostileCharacters
      .flatMap((one) => [`${value}${one}Bcc: x`, `${value.slice(0, 1)}${one}${value.slice(1)}`])
      .flatMap((text) => findInvisible(schema.safeParse(replaceAt(input, path.split('.').slice(1), text)).data))
      .map((found) => `${name}${path} keeps ${JSON.stringify(found.value)}`),
  )

it('no input field accepts line breaks or invisible control characters', () => {
  const cases: readonly Case[] = [['signUp', signUp, registration], ...samples]
  expect(cases.flatMap(([name, schema, input]) => (schema.safeParse(input).data === undefined ? [name] : []))).toEqual(
    [],
  )
  expect(cases.flatMap(failuresOf)).toEqual([])
})
