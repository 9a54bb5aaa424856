import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { createHttpServer } from './http-server.ts'
import { registerStatic } from './static-routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'vigilux-static-'))
const root = join(folder, 'dist')
let app: Awaited<ReturnType<typeof createHttpServer>>

beforeAll(async () => {
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), '<!doctype html>')
  writeFileSync(join(root, 'assets/a1.js'), 'export const a = 1')
  writeFileSync(join(root, 'assets/a1.js.br'), brotliCompressSync('export const a = 1'))
  writeFileSync(join(folder, 'secret'), 'secret')
  app = await createHttpServer({
    log: createLog('silent'),
    publicUrl: 'https://plants.vigilux.test',
    trustProxy: false,
    admit: () => 0,
  })
  app.get('/readyz', async () => 'ready')
  await registerStatic(app, root)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

it('serves the page without caching and hashed assets for good, compressed', async () => {
  for (const url of ['/', '/index.html']) {
    const page = await app.inject(url)
    expect([page.statusCode, page.body, page.headers['cache-control']]).toEqual([200, '<!doctype html>', 'no-cache'])
  }
  const asset = await app.inject({ url: '/assets/a1.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
  })
  expect((await app.inject('/assets/a1.js')).body).toBe('export const a = 1')
  const conditionalRequest = { url: '/', headers: { 'if-none-match': (await app.inject('/')).headers.etag } }
  expect((await app.inject(conditionalRequest)).statusCode).toBe(304)
  expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
})

it('leaves other addresses alone and answers missing files with an error', async () => {
  expect((await app.inject('/readyz')).body).toBe('ready')
  for (const url of ['/nothing', '/assets', '/assets/', '/assets/b2.js'])
    expect((await app.inject(url)).json()).toMatchObject({ error: 'NOT_FOUND' })
})

it.each([
  '/../secret',
  '/%2e%2e/secret',
  '/..%2fsecret',
  '/assets/..%2f..%2fsecret',
  '/assets/%2e%2e%2f%2e%2e%2fsecret',
  '/..%5csecret',
  `/${encodeURIComponent(join(folder, 'secret'))}`,
  '//secret',
  '/index.html%00',
])('serves nothing from outside its folder: %s', async (url) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.json().error).toMatch(/^(NOT_FOUND|INVALID_INPUT)$/)
})
