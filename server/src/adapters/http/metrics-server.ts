import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../config/config.ts'
import type { Log } from '../../kernel/log.ts'
import type { Metrics } from '../metrics.ts'

const limits = { connections: 20, requestMs: 10_000 }

const digest = (text: string) => createHash('sha256').update(text).digest()

const mayRead = (token: string | undefined, authorization: string | undefined): boolean =>
  token === undefined || timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))

type MetricsServerParts = {
  metrics: Pick<Metrics, 'scrape' | 'contentType'>
  config: NonNullable<Config['metrics']>
  log: Log
}

/** Serves `/metrics` to the operator's monitoring, on an address of its own. */
export const openMetricsServer = async ({ metrics, config, log }: MetricsServerParts) => {
  const { host, port, token } = config
  const server = createServer(
    { headersTimeout: limits.requestMs, requestTimeout: limits.requestMs },
    async (request, response) => {
      const answer = (status: number, text: string, type = 'text/plain') =>
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
      if (request.url !== '/metrics' || request.method !== 'GET') return answer(404, 'Not found\n')
      if (!mayRead(token, request.headers.authorization)) return answer(401, 'The token is missing or wrong\n')
      try {
        answer(200, await metrics.scrape(), metrics.contentType)
      } catch (error) {
        log.error({ err: error }, 'the metrics cannot be read')
        answer(500, 'The metrics cannot be read\n')
      }
    },
  )
  server.maxConnections = limits.connections
  server.listen(port, host)
  await once(server, 'listening')
  const { port: openPort } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${openPort}/metrics`,
    close: async (): Promise<void> => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
