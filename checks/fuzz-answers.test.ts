import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openHttpLane } from '../e2e/fuzz/http-lane.ts'

/** What the fuzz harness reads of an answer that comes as text over HTTP. */
const answered = async (type: string, text: string) => {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-type': type }).end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const lane = openHttpLane(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    lane.close()
    server.close()
  })
  const input = { who: 'installer', copy: 0, at: 0, action: 'uploadLogo', text: '{}', framing: 'plain' } as const
  return (await lane.send(input, input.text, '/api', { cookie: '', address: '192.0.2.1' }))?.text
}

it('reads an address that comes alone as the answer that the realtime channel gives', async () => {
  expect(await answered('text/plain; charset=utf-8', '/files/abc.1.x')).toBe('{"data":"/files/abc.1.x"}')
})

it('leaves any other text as it is, which is no answer and so a finding', async () => {
  expect(await answered('text/plain', 'Internal Server Error')).toBe('Internal Server Error')
  expect(await answered('text/html', '/files/abc')).toBe('/files/abc')
})
