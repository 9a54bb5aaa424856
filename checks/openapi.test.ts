import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core'
import { actions } from '@vigilux/contract/actions.ts'
import { authFlows } from '@vigilux/contract/features/accounts/auth-flows.ts'
import { openApiDocument } from '@vigilux/contract/openapi.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerDocs } from '../server/src/adapters/http/docs-routes.ts'
import { createHttpServer } from '../server/src/adapters/http/http-server.ts'
import { createLog } from '../server/src/adapters/log.ts'

/** The public description of the API. */
const document = openApiDocument('1.2.3')
const textOf = (value: unknown): string => JSON.stringify(value)

let app: Awaited<ReturnType<typeof createHttpServer>>

beforeAll(async () => {
  app = await createHttpServer({
    log: createLog('silent'),
    publicUrl: 'https://plants.vigilux.test',
    trustProxy: false,
    admit: () => 0,
  })
  registerDocs(app)
})
afterAll(() => app.close())

describe('the OpenAPI document', () => {
  it('has no finding of a public linter, which finds a planted one', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const findings = async (api: object) => {
      const linted = makeDocumentFromString(textOf(api), 'openapi.json')
      const problems = await lintDocument({ document: linted, config, externalRefResolver: new BaseResolver() })
      return problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`)
    }
    expect(await findings(document)).toEqual([])
    const { openapi, info } = document as { openapi: string; info: object }
    expect(await findings({ openapi, info, paths: { 'no-path': {} } })).not.toEqual([])
  })

  it('describes every flow of sign-in with its refusals, none of them open to access tokens', () => {
    for (const [name, { errors, session }] of Object.entries(authFlows)) {
      const { post } = (document.paths as Record<string, { post: Record<string, unknown> }>)[`/api/auth/${name}`] ?? {}
      expect(post).toMatchObject({ operationId: name, tags: ['sign-in'], security: session ? [{ session: [] }] : [] })
      const responseText = textOf(post?.responses)
      for (const code of [...errors, 'INVALID_INPUT', 'TOO_MANY_REQUESTS']) expect(responseText).toContain(code)
    }
  })

  it('has an example of every input', () => {
    const paths = document.paths as Record<string, { post?: { requestBody: object } }>
    const examples = Object.keys(actions).map((name) => textOf(paths[`/api#${name}`]?.post?.requestBody))
    expect(examples.filter((body) => !body.includes('"examples":[{"action":"'))).toEqual([])
  })

  it('states no bound of safe integers', () => {
    expect(textOf(document)).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  it('describes every action with input, limits, answer and refusals', () => {
    for (const [name, { errors }] of Object.entries(actions)) {
      const { post } = (document.paths as Record<string, { post: Record<string, unknown> }>)[`/api#${name}`] ?? {}
      expect(post).toMatchObject({ operationId: name, summary: expect.stringMatching(/\w{3}/) })
      expect(textOf(post?.requestBody)).toContain(`"action":{"const":"${name}"}`)
      const responseText = textOf(post?.responses)
      for (const code of [...errors, 'INVALID_INPUT', 'TOO_MANY_REQUESTS']) expect(responseText).toContain(code)
    }
  })

  it('states the limits of an input, also for trimmed texts', () => {
    const { post } = (document.paths as Record<string, { post: unknown }>)['/api#savePlant'] ?? {}
    const body = textOf((post as { requestBody: unknown }).requestBody)
    expect(body).toContain(
      '"plantname":{"type":"string","maxLength":120,"pattern":"^[^\\\\p{Cc}\\\\p{Cs}\\\\p{Zl}\\\\p{Zp}\\\\p{Bidi_C}]*$","minLength":1}',
    )
    expect(body).toContain('"lat":{"anyOf":[{"type":"number","minimum":-90,"maximum":90},{"type":"null"}]}')
  })

  it('requires an idempotency key for every write and nothing else', () => {
    const paths = document.paths as Record<string, { post?: { parameters?: { $ref: string }[] } }>
    const keyedActions = Object.keys(actions).filter((name) => paths[`/api#${name}`]?.post?.parameters)
    const writes = Object.entries(actions).filter(([, { effect }]) => effect === 'write')
    expect(keyedActions).toEqual(writes.map(([name]) => name))
    expect(keyedActions.length).toBeGreaterThan(100)
  })

  it('has no dangling references', () => {
    const references = [...textOf(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(100)
    const { components } = document as { components: Record<string, Record<string, unknown>> }
    expect(references.filter(([, kind = '', name = '']) => !components[kind]?.[name])).toEqual([])
  })

  it('mentions no plant, person or address outside its examples', () => {
    const text = JSON.stringify(document, (key, value) => (key === 'examples' ? undefined : value))
    expect(text.match(/vigilux\.test|localhost|127\.0\.0\.1|https?:\/\/(?!json-schema)/)).toBeNull()
  })
})

describe('the page of the OpenAPI document', () => {
  it('lists every action without running scripts', async () => {
    const { body, headers, statusCode } = await app.inject('/api/docs')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(Object.keys(actions).filter((name) => !body.includes(`<details id="${name}">`))).toEqual([])
    expect(body).not.toMatch(/<script|src=|javascript:| on\w+=/i)
    expect(body).toContain('<code>plantname</code> string, 1 to 120 characters')
    expect(body).toContain('<li>404 <code>PLANT_NOT_FOUND</code></li>')
  })

  it.each(['/api/docs', '/api/docs/openapi.json', '/api/docs/asyncapi.json'])('%s is small and cached', async (url) => {
    const compressed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=300' })
    expect(compressed.rawPayload.length).toBeLessThan(75_000)
    const cachedResponse = await app.inject({ url, headers: { 'if-none-match': String(compressed.headers.etag) } })
    expect([cachedResponse.statusCode, cachedResponse.body]).toEqual([304, ''])
    const uncompressed = await app.inject({ url })
    expect(uncompressed.headers['content-encoding']).toBeUndefined()
    expect(uncompressed.body.length).toBeGreaterThan(100_000)
  })
})
