import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTracing } from '../../server/src/adapters/tracing.ts'
import { type ApiClient, createApiClient, pollUntil } from '../support/api-client.ts'
import { type RunningProduct, startProduct } from '../support/running-product.ts'

/** A span as the protocol of OpenTelemetry sends it in JSON. */
type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: Attribute[] }
type Attribute = { key: string; value: { stringValue?: string } }
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const spans: Span[] = []
const requests: { path: string; authorization: string | undefined }[] = []
let collector: Server
let tracing: ReturnType<typeof startTracing>
let product: RunningProduct
let installer: ApiClient
let plantId: string

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization })
    const { resourceSpans } = JSON.parse(body) as Export
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  tracing = startTracing({ endpoint, headers: { authorization: 'Bearer of-the-test' }, share: 1 })
  const unit = { type: 'logica', serial: '0A1B01', lamps: 4, enrolled: true, plant: 'hospital' as const }
  product = await startProduct({ units: [unit] })
  installer = await createApiClient(product.url).signIn('installer')
  plantId = (await installer.call('getAllPlants', { search: 'camillo' })).plants[0]?.plant_id ?? ''
  await pollUntil('the lamps', async () => (await installer.call('getLamps', { plantId })).total === 4)
})
afterAll(async () => {
  await product?.stop()
  await tracing?.stop()
  collector?.close()
})

const traceOf = (name: string): Span[] => {
  const root = spans.find((span) => span.name === name && !span.parentSpanId)
  return spans.filter(({ traceId }) => traceId === root?.traceId)
}
const waitForTrace = (name: string, last: string) =>
  pollUntil(`the trace of ${name}`, () => {
    const trace = traceOf(name)
    return trace.some((span) => span.name === last) && trace
  })
const parentOf = (trace: readonly Span[], name: string): string | undefined => {
  const span = trace.find((one) => one.name === name)
  return trace.find(({ spanId }) => spanId === span?.parentSpanId)?.name
}

it('follows a command from the call through its statements to the answer of the unit', async () => {
  await installer.call('identifyLamp', { plantId, topic: 'logica_0A1B01', addr: 2, seconds: 12 })
  const trace = await waitForTrace('call identifyLamp', 'answer of unit')
  expect(parentOf(trace, 'publish command')).toBe('call identifyLamp')
  expect(parentOf(trace, 'answer of unit')).toBe('call identifyLamp')
  const names = new Set(trace.map(({ name }) => name))
  expect([...names]).toEqual(expect.arrayContaining(['sql begin', 'sql insert', 'sql commit', 'sql update']))
  expect(parentOf(trace, 'sql commit')).toBe('call identifyLamp')
  const insert = trace.find(
    ({ name, attributes }) => name === 'sql insert' && JSON.stringify(attributes).includes('unit_command'),
  )
  expect(JSON.stringify(insert?.attributes)).not.toContain('logica_0A1B01')
})

it('follows a report from its order to the job that makes it', async () => {
  await installer.call('createBillReport', { plantId, language: 'en' })
  const trace = await waitForTrace('call createBillReport', 'job report.make')
  expect(parentOf(trace, 'job report.make')).toBe('call createBillReport')
})

it('authorizes itself at the collector, and sends nothing else', () => {
  expect(new Set(requests.map(({ path, authorization }) => `${path} ${authorization}`))).toEqual(
    new Set(['/v1/traces Bearer of-the-test']),
  )
})
