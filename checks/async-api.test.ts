import schemaOfAsyncApi from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' }
import { unitTypes } from '@vigilux/device-plane/registry.ts'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { asyncApi } from '../scripts/generated-docs.ts'
import { readSource } from './sources.ts'

/** The unit protocol for makers of units, as AsyncAPI. */
type Message = { payload: object; examples: { payload: unknown }[] }
type AsyncApi = { components: { schemas: object; messages: Record<string, Message> }; channels: object }

const document = asyncApi() as AsyncApi

it('is generated from the present schemas and fixtures', () => {
  expect(JSON.parse(readSource('device-plane/src/async-api.json')), 'npm run docs').toEqual(document)
})

it('is valid by the public schema of AsyncAPI, which refuses a planted mistake', () => {
  const validate = new Ajv({ strict: false, meta: false, validateSchema: false, validateFormats: false }).compile(
    schemaOfAsyncApi,
  )
  expect(validate(document), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true)
  expect(validate({ ...document, channels: { online: { address: 7 } } })).toBe(false)
})

/** Checks payloads by the document alone, as a tool of a maker does. */
const createPayloadCheck = () => {
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'unit', components: document.components } as object)
  return (name: string) => {
    const text = JSON.stringify(document.components.messages[name]?.payload).replaceAll('"#/', '"unit#/')
    return ajv.compile(JSON.parse(text) as object)
  }
}

it('has an example of each message, valid by its own schema', () => {
  const checkOf = createPayloadCheck()
  const invalid: string[] = []
  for (const [name, { examples }] of Object.entries(document.components.messages)) {
    const isValid = checkOf(name)
    if (examples.length === 0) invalid.push(`${name}: no example`)
    for (const { payload } of examples) if (!isValid(payload)) invalid.push(`${name}: ${JSON.stringify(payload)}`)
  }
  expect(invalid).toEqual([])
})

it('refuses a message with another body than its type has', () => {
  const isValid = createPayloadCheck()('logica.state')
  const [example] = document.components.messages['logica.state']?.examples ?? []
  expect(isValid(example?.payload)).toBe(true)
  expect(isValid({ ...(example?.payload as object), body: { sys: 'on' } })).toBe(false)
  expect(isValid({ ...(example?.payload as object), life: 'unknown' })).toBe(false)
})

it('describes shadow, state, records and commands of every unit type', () => {
  const expected = Object.keys(unitTypes).flatMap((type) =>
    ['shadow', 'state', 'record', 'command'].map((channel) => `${type}.${channel}`),
  )
  expect(Object.keys(document.components.messages)).toEqual(expect.arrayContaining(expected))
})
