import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSource } from './sources.ts'

/** The server of `npm run dev`, without its port. */
let server: ViteDevServer
beforeAll(async () => {
  server = await createServer({
    configFile: join(import.meta.dirname, '../web/vite.config.ts'),
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
  })
})
afterAll(() => server.close())

it('the page of the development server loads the first code', async () => {
  const page = await server.transformIndexHtml('/', readSource('web/index.html'))
  expect(page).toContain('/src/start.ts')
  expect((await server.transformRequest('/src/start.ts'))?.code).toContain('import')
})
