import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPanel } from './panel.ts'

const front = {
  ready: 'blink',
  emergency: 'off',
  failure: 'off',
  display: ['CLOUD ENROLMENT', 'PRESS SEL + OK'],
} as const
const presses: string[][] = []
let panel: Awaited<ReturnType<typeof openPanel>>
beforeAll(async () => {
  panel = await openPanel({
    unit: 'dali_0A1B2C',
    host: '127.0.0.1',
    port: 0,
    front: () => ({ ...front, display: [...front.display] }),
    press: (keys) => presses.push(keys),
  })
})
afterAll(() => panel.close())

const at = (path: string) => `http://127.0.0.1:${panel.port}${path}`
const press = (body: string, type = 'application/json') =>
  fetch(at('/press'), { method: 'POST', body, headers: { 'content-type': type } })

it('shows its page without any foreign script', async () => {
  const answer = await fetch(at('/'))
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*script-src 'sha256-/)
  const text = await answer.text()
  expect(text).toContain('dali_0A1B2C')
  for (const key of ['SEL', 'OK', 'UP', 'DOWN']) expect(text).toContain(`>${key}</button>`)
})

it('tells its front, and passes keys on that were pressed together', async () => {
  expect(await (await fetch(at('/state'))).json()).toEqual(front)
  expect((await press('{"keys":["SEL","OK"]}')).status).toBe(200)
  expect(presses).toEqual([['SEL', 'OK']])
})

it.each([
  ['{"keys":[]}', 'application/json', 400],
  ['{"keys":["LEFT"]}', 'application/json', 400],
  ['rubbish', 'application/json', 400],
  [`{"keys":["SEL"],"more":"${'x'.repeat(2_000)}"}`, 'application/json', 400],
  ['{"keys":["SEL","OK"]}', 'text/plain', 415],
])('refuses %s as %s', async (body, type, status) => {
  const before = presses.length
  expect((await press(body, type)).status).toBe(status)
  expect([(await fetch(at('/other'))).status, presses.length]).toEqual([404, before])
})
